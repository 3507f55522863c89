import { list, remove, save } from "./measures.server.ts";

/** The procedures of measures, as the API names them. */
export const measureProcedures = { list, save, remove };
