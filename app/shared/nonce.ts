import { createContext } from "react-router";

/** The nonce of this answer's Content-Security-Policy; empty where the page is answered without one. */
export const nonceContext = createContext<string>("");
