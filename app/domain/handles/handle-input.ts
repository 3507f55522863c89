import { z } from "zod";
import { HANDLE, HANDLE_MAX, HANDLE_MIN } from "./handle.ts";

/** A typed handle; capitals and surrounding spaces do not matter. */
export const HandleInput = z.strictObject({
  handle: z
    .string()
    .trim()
    .toLowerCase()
    .min(HANDLE_MIN, `Al menos ${HANDLE_MIN} letras`)
    .max(HANDLE_MAX, `A lo sumo ${HANDLE_MAX} letras`)
    .regex(HANDLE, "Solo letras sin acento, números y guiones"),
});
