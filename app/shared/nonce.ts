import { createContext } from "react-router";

/** The response's Content-Security-Policy nonce; empty where the response has none. */
export const nonceContext = createContext<string>("");
