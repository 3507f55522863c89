import { sql } from "kysely";
import { expect, vi } from "vitest";
import { type Browser, browser, type Service } from "./service.ts";

const PATIENCE = { timeout: 60_000, interval: 50 };

/** Waits until no message is pending. Ignores `request_level`, the timer of a specialist's application, which runs for a day. */
export const quiet = (service: Service) =>
  vi.waitFor(async () => {
    const pending = sql`select from graphile_worker.jobs where task_identifier <> 'request_level'`;
    expect((await pending.execute(service.db)).rows).toEqual([]);
  }, PATIENCE);

/** The messages to an address with a matching subject, the latest last, once none is pending. */
export async function lettersAbout(service: Service, address: string, subject: RegExp) {
  await quiet(service);
  return (await service.letters(address)).filter((letter) => subject.test(letter.subject));
}

/** The token of the latest link to an address. Throws without one. */
export async function linkToken(service: Service, address: string, subject: RegExp): Promise<string> {
  const letter = (await lettersAbout(service, address, subject)).at(-1);
  if (!letter) throw new Error(`no message about ${subject} to ${address}`);
  return new URLSearchParams(new URL(letter.link).hash.slice(1)).get("token_hash") ?? "";
}

/** Recovers an account by e-mail; returns the session that the link opens. */
export async function recovered(service: Service, email: string): Promise<Browser> {
  const client = browser(service);
  const requested = await client.resetPasswordForEmail(email);
  if (requested.error) throw requested.error;
  const token_hash = await linkToken(service, email, /nueva contraseña/);
  const { error } = await client.verifyOtp({ token_hash, type: "recovery" });
  if (error) throw error;
  return client;
}
