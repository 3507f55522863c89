import { createContext } from "react";

/**
 * Told true when the person is about to leave by their own will, false when they stay after all: meanwhile nobody asks
 * the server whether they may still be here.
 */
export const LeavingContext = createContext<(isLeaving: boolean) => void>(() => {});
