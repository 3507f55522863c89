import { afterAll, beforeAll, expect, test } from "vitest";
import { raisedRateLimits } from "../../app/auth/limits/rate-limits.server.ts";
import { quiet } from "./mailbox.ts";
import { addPasskey } from "./passkey-browser.ts";
import { addTotp, codeOf, signedUpWithTotp, sure } from "./second-factors.ts";
import { ask, browser, openService, PASSWORD, type Service, claimed } from "./service.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36";
const NEWER_CHROME = CHROME.replace("150", "151");
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0";
const SUBJECT = /^Nuevo ingreso/;

let service: Service;
beforeAll(async () => {
  service = await openService({ trustedProxies: 1 });
});
afterAll(() => service?.close());

const signIn = (email: string, agent: string, address: string) =>
  ask(service, "POST", "/token?grant_type=password", {
    body: { email, password: PASSWORD },
    headers: { "user-agent": agent, "x-forwarded-for": address },
  });
const notices = async (email: string) => {
  await quiet(service);
  return (await service.letters(email)).filter(({ subject }) => SUBJECT.test(subject)).map(({ text }) => text);
};

test("a sign-in from a browser or a neighbourhood not seen before is told by mail, and only once", async () => {
  const { email } = await claimed(service);
  await service.db.deleteFrom("auth.sessions").execute();
  await signIn(email, CHROME, "181.45.10.1");
  expect(await notices(email)).toEqual([]);
  await signIn(email, NEWER_CHROME, "181.45.99.7");
  expect(await notices(email)).toEqual([]);
  await signIn(email, FIREFOX, "181.45.99.7");
  await signIn(email, FIREFOX, "181.45.99.7");
  expect(await notices(email)).toEqual([expect.stringContaining("Firefox en Linux")]);
  await signIn(email, CHROME, "200.16.1.1");
  await signIn(email, CHROME, "2800:810:1:2::1");
  await signIn(email, CHROME, "2800:810:1:9::1");
  expect(await notices(email)).toHaveLength(3);
});

test("a second step that is taken away is told by mail", async () => {
  const { email, client, factorId } = await signedUpWithTotp(service);
  expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
  await quiet(service);
  const letters = await service.letters(email);
  expect(letters.find(({ subject }) => subject.startsWith("Se quitó una forma de ingreso"))?.text).toContain(
    "los códigos de una aplicación",
  );
});

test("a second step, a passkey and recovery codes are told by mail when they are added, used or taken away", async () => {
  const { email, client } = await claimed(service);
  const messages = async () => {
    await quiet(service);
    return (await service.letters(email)).filter(({ subject }) => !subject.startsWith("Confirmá"));
  };
  const { factorId } = await addTotp(client);
  expect((await messages()).map(({ text }) => text)).toEqual([
    expect.stringContaining("los códigos de una aplicación"),
  ]);
  const { codes } = sure(await client.mfa.recoveryCodes.generate());
  sure(await client.mfa.recoveryCodes.regenerate());
  const second = browser(service);
  sure(await second.signInWithPassword({ email, password: PASSWORD }));
  expect(codeOf(await second.mfa.recoveryCodes.verify({ code: codes[0] ?? "" }))).toBe("mfa_verification_failed");
  const subjects = async () =>
    (await messages()).map(({ subject }) => subject.replace(/ (a|de|en) tu cuenta de Kinexo$/, ""));
  expect((await subjects()).slice(1)).toEqual([
    "Se crearon códigos de recuperación",
    "Se crearon códigos de recuperación",
  ]);
  const { id } = await addPasskey(client);
  expect((await client.passkey.delete({ passkeyId: id })).error).toBeNull();
  expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
  expect((await subjects()).slice(3).toSorted()).toEqual([
    "Se agregó una forma de ingreso",
    "Se quitó una forma de ingreso",
    "Se quitó una forma de ingreso",
  ]);
});

test("a recovery code that is used is told by mail, with how many are left", async () => {
  const { email, client } = await signedUpWithTotp(service);
  const { codes } = sure(await client.mfa.recoveryCodes.generate());
  sure(await client.mfa.recoveryCodes.verify({ code: codes[0] ?? "" }));
  await quiet(service);
  const used = (await service.letters(email)).filter(({ subject }) => subject.startsWith("Se usó un código"));
  expect(used.map(({ text }) => text)).toEqual([expect.stringContaining("Te quedan 9")]);
});

test("requests of strangers use up nothing of the security messages of an account", async () => {
  const limits = raisedRateLimits(1);
  const strict = await openService({ limits, databaseUrl: service.databaseUrl });
  const { email, client } = await claimed(strict);
  for (let turn = 0; turn < 6; turn += 1) await ask(strict, "POST", "/recover", { body: { email } });
  await addTotp(client);
  await quiet(service);
  const letters = [...(await service.letters(email)), ...(await strict.letters(email))];
  expect(letters.filter(({ subject }) => subject.startsWith("Se agregó"))).toHaveLength(1);
  await strict.close();
});
