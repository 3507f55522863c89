import { createContext } from "react";

/**
 * Called with true when the user is about to leave deliberately, and with false when they stay after all. Meanwhile no access
 * check runs.
 */
export const LeavingContext = createContext<(isLeaving: boolean) => void>(() => {});
