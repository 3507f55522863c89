import { afterEach } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { openTestApp } from "../support/test-app.ts";
import { addPerson } from "./post.ts";

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close();
});

/** Registers `opened` to be closed after the test, and returns it. */
export const kept = <T extends { close(): Promise<unknown> }>(opened: T): T => {
  open.push(opened);
  return opened;
};

/** A test app, and a user to whom no message was sent yet. */
export async function openMailApp(environment: Record<string, string> = {}) {
  const testApp = kept(await openTestApp(environment));
  return { testApp, ana: await addPerson(testApp, cast.ana) };
}
