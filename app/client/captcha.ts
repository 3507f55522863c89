import type { AuthError } from "@supabase/auth-js";
import { isAuthError } from "./auth-errors.ts";

const WORKERS_AT_MOST = 4;

/**
 * Calls the account service. When a captcha is required, solves the proof of work in the background and retries once.
 * The user only waits, about a second.
 */
export async function provingWork<T extends { error: AuthError | null }>(
  call: (captchaToken?: string) => Promise<T>,
): Promise<T> {
  const answer = await attempt(call);
  if (!isAuthError(answer.error) || answer.error.code !== "captcha_failed") return answer;
  const token = await solve();
  return token ? call(token) : answer;
}

/** Runs the call. When the session client cannot be loaded, the reason becomes the answer's error. */
async function attempt<T>(call: () => Promise<T>): Promise<T> {
  return call().catch((error: unknown) => ({ data: {}, error }) as T);
}

async function fetchChallenge() {
  const response = await fetch("/auth/v1/captcha");
  if (!response.ok) throw new Error(`no challenge: ${response.status}`);
  return response.json();
}

/** The token of a solved challenge; undefined when the browser cannot solve it or the network is down. */
async function solve(): Promise<string | undefined> {
  try {
    const [{ solveChallengeWorkers }, challenge] = await Promise.all([import("altcha-lib"), fetchChallenge()]);
    const solution = await solveChallengeWorkers({
      challenge,
      concurrency: Math.min(navigator.hardwareConcurrency || 1, WORKERS_AT_MOST),
      createWorker: () => new Worker(new URL("./captcha-worker.ts", import.meta.url), { type: "module" }),
    });
    return solution ? btoa(JSON.stringify({ challenge, solution })) : undefined;
  } catch {
    return undefined;
  }
}
