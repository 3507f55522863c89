import { ORPCError } from "@orpc/client";
import { expect, test } from "vitest";
import { errorCode, errorMessage, isRefusal } from "./errors.ts";

test("a refusal of the API is said in its own words, and what a proxy answers in its place is a fault without a code", () => {
  const own = new ORPCError("SLOT_TAKEN", { status: 409, message: "Ese horario se acaba de ocupar." });
  expect([errorCode(own), errorMessage(own)]).toEqual(["SLOT_TAKEN", "Ese horario se acaba de ocupar."]);
  const fault = new ORPCError("INTERNAL_SERVER_ERROR", { message: "Algo salió mal", data: { request_id: "r1" } });
  expect(errorMessage(fault)).toBe("Algo salió mal (r1)");
  const ofAProxy = new ORPCError("FORBIDDEN", { status: 403, data: { headers: {}, status: 403, body: "<h1>No</h1>" } });
  expect([errorCode(ofAProxy), errorMessage(ofAProxy), isRefusal(ofAProxy)]).toEqual([null, "Algo salió mal", true]);
});
