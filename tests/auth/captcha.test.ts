// @module-tag operations/full
import { solveChallenge, type Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { afterAll, beforeAll, expect, test } from "vitest";
import { raisedRateLimits } from "../../app/auth/limits/rate-limits.server.ts";
import { ask, browser, newEmail, openService, PASSWORD, patient, type Service, signedUp } from "./service.ts";

let service: Service;
let otherNode: Service;
beforeAll(async () => {
  const limits = raisedRateLimits(1000);
  limits.sign_in_account_address.captcha_after = 3;
  limits.sign_up_address.captcha_after = 8;
  service = await openService({ limits });
  otherNode = await openService({ limits, databaseUrl: service.databaseUrl });
});
afterAll(async () => {
  await otherNode?.close();
  await service?.close();
});

/** A solved challenge; `alter` changes what is sent. */
async function solved(alter: (payload: { challenge: Challenge; solution: object }) => object = (payload) => payload) {
  const challenge = (await ask(service, "GET", "/captcha")).json as unknown as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return btoa(JSON.stringify(alter({ challenge, solution: solution! })));
}
const signIn = async (email: string, password: string, captchaToken?: string, at = service) => {
  const { error } = await browser(at).signInWithPassword({ email, password, options: { captchaToken } });
  return error?.code ?? "ok";
};
async function failing() {
  const { email } = await signedUp(service);
  for (let failure = 0; failure < 3; failure += 1) {
    expect(await signIn(email, "Mal-mal-1")).toBe("invalid_credentials");
  }
  return email;
}

test(
  "a sign-in asks for no captcha before the third failure, then for one each time, right password or not",
  { tags: "operations/short" },
  async () => {
    const email = await failing();
    expect(await signIn(email, PASSWORD)).toBe("captcha_failed");
    expect(await signIn(email, "Mal-mal-1", await solved())).toBe("invalid_credentials");
    expect(await signIn(email, PASSWORD, await solved())).toBe("ok");
  },
);

test("a solved captcha serves once, on whichever node, however many ask at the same time", async () => {
  const email = await failing();
  const token = await solved();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, turn) => signIn(email, "Mal-mal-1", token, turn % 2 ? service : otherNode)),
  );
  expect(answers.filter((answer) => answer === "invalid_credentials")).toHaveLength(1);
  expect(answers.filter((answer) => answer === "captcha_failed")).toHaveLength(19);
});

test("work that is not done, not ours, too old or made easier is refused", async () => {
  const email = await failing();
  const tokens = [
    "",
    "x",
    btoa("{}"),
    "A".repeat(5000),
    await solved(({ challenge }) => ({ challenge, solution: { counter: 1, derivedKey: "00" } })),
    await solved(({ challenge, solution }) => ({ challenge: { ...challenge, signature: "00" }, solution })),
    await solved(({ challenge, solution }) => ({
      challenge: { ...challenge, parameters: { ...challenge.parameters, data: { until: 4_102_444_800 } } },
      solution,
    })),
    await solved(({ challenge, solution }) => ({
      challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 1, keyPrefix: "00" } },
      solution,
    })),
    await solved(({ challenge, solution }) => {
      const { keySignature: _, ...parameters } = challenge.parameters;
      return { challenge: { ...challenge, parameters }, solution };
    }),
  ];
  for (const token of tokens) expect(await signIn(email, PASSWORD, token)).toBe("captcha_failed");
  expect(service.failures).toEqual([]);
});

test("many sign-ups from one network need a captcha each", async () => {
  const signUp = async (captchaToken?: string) => {
    const { error } = await browser(service).signUp({
      email: newEmail(),
      password: PASSWORD,
      options: { data: patient, captchaToken },
    });
    return error?.code ?? "ok";
  };
  const without = [];
  for (let turn = 0; turn < 10; turn += 1) without.push(await signUp());
  expect(without).toContain("captcha_failed");
  expect(await signUp(await solved())).toBe("ok");
});
