import fs from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import PostalMime from "postal-mime";
import { expect, test, vi } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { answer, openMailServer } from "./smtp-server.ts";
import { kept, openMailApp } from "./mail-app.ts";
import { addPerson, ended, jobs, messages, post, TIMES } from "./post.ts";
import { like } from "../support/people.ts";
import { recoveryLink } from "../../app/auth/mails/messages.server.ts";
import { kineCreated } from "../../app/domain/accounts/messages.server.ts";

test("a message reaches the mail server once its cause is committed, in HTML and in text, and its content is forgotten", async () => {
  const smtp = kept(await openMailServer());
  const { testApp: here, ana } = await openMailApp({ SMTP_URL: smtp.url, PUBLIC_URL: "https://kinexo.example" });
  await post(here, ana.id);
  await vi.waitFor(() => expect(smtp.received).toHaveLength(1), TIMES);
  const [mail] = smtp.received;
  expect(mail).toMatchObject({
    recipients: ["mariana@example.com"],
    from: { name: "Kinexo", address: "no-responder@kinexo.example" },
    to: [{ name: "Mariana Gómez", address: "mariana@example.com" }],
    subject: "Tu cuenta de especialista en Kinexo está lista",
  });
  for (const said of [mail?.text, mail?.html]) {
    expect(said).toContain("https://kinexo.example/auth?mode=signin");
    expect(said).toContain("https://kinexo.example/auth/link#type=invite");
    expect(said).toContain("Mariana Gómez");
    expect(said).toContain("contraseña temporal");
    for (const page of ["terminos", "privacidad"]) expect(said).toContain(`https://kinexo.example/${page}`);
  }
  expect(mail?.html).not.toMatch(/<img|<link|url\(|@import|<script/i);
  await ended(here, "sent_at");
  expect(await messages(here)).toMatchObject([
    { user_id: ana.id, kind: "kine_created", sealed: null, failed_at: null },
  ]);
  await vi.waitFor(async () => expect(await jobs(here)).toEqual([]), TIMES);
});

test("a transaction that is rolled back sends nothing", async () => {
  const smtp = kept(await openMailServer());
  const { testApp: here, ana } = await openMailApp({ SMTP_URL: smtp.url });
  await expect(post(here, ana.id, "Nadie", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect([await messages(here), await jobs(here)]).toEqual([[], []]);
  // A message sent before would have arrived before this one.
  await post(here, ana.id);
  await ended(here, "sent_at");
  expect(smtp.received.map(({ to }) => to?.[0]?.name)).toEqual(["Mariana Gómez"]);
});

test("what waits to be sent is read neither in the database nor in the job", async () => {
  const smtp = await openMailServer();
  await smtp.close();
  const { testApp: here, ana } = await openMailApp({ SMTP_URL: smtp.url });
  await post(here, ana.id, "Nombre Reservado");
  const [message] = await messages(here);
  expect(message?.sealed?.length).toBeGreaterThan(0);
  const { rows } = await sql<{ row: string }>`
    select j::text as row from graphile_worker._private_jobs j union all select m::text from outgoing_messages m`.execute(
    here.db,
  );
  expect(rows).toHaveLength(2);
  const readable = rows.map(({ row }) => row).join("\n") + message?.sealed?.toString("latin1");
  expect(readable).not.toMatch(/Reservado|mariana/);
});

test("a mail server that is down at first gets the message when it is back, and nobody waits for it", async () => {
  const first = await openMailServer();
  await first.close();
  const { testApp: here, ana } = await openMailApp({ SMTP_URL: first.url });
  // Waiting for the mail server would last forever: it comes back later.
  await post(here, ana.id);
  await vi.waitFor(async () => expect((await jobs(here))[0]?.attempts).toBeGreaterThan(0), TIMES);
  const smtp = kept(await openMailServer({}, first.port));
  await vi.waitFor(() => expect(smtp.received).toHaveLength(1), TIMES);
  await ended(here, "sent_at");
});

test("a message that is refused for now is sent later, under the same id", async () => {
  let tries = 0;
  const smtp = kept(
    await openMailServer({
      onRcptTo: (_address, _session, done) =>
        done((tries += 1) === 1 ? answer(451, "mariana@example.com: later") : null),
    }),
  );
  const { testApp: here, ana } = await openMailApp({ SMTP_URL: smtp.url });
  await post(here, ana.id);
  await vi.waitFor(async () => expect((await jobs(here))[0]?.last_error).toBe("SMTP 451"), TIMES);
  await ended(here, "sent_at");
  const [message] = await messages(here);
  expect(smtp.received.map(({ messageId }) => messageId)).toEqual([`<${message?.id}@localhost>`]);
  expect(tries).toBe(2);
});

test("a message that is refused for good is given up at once", async () => {
  let tries = 0;
  const smtp = kept(
    await openMailServer({
      onRcptTo: (_address, _session, done) =>
        done((tries += 1) > 0 ? answer(550, "mariana@example.com: unknown") : null),
    }),
  );
  const { testApp: here, ana } = await openMailApp({ SMTP_URL: smtp.url });
  await post(here, ana.id);
  await ended(here, "failed_at");
  expect(await messages(here)).toMatchObject([{ sealed: null, sent_at: null }]);
  await vi.waitFor(async () => expect(await jobs(here)).toEqual([]), TIMES);
  expect(tries).toBe(1);
});

test("without a mail server each message is a whole file in the outbox that a mail program opens", async () => {
  const { testApp: here, ana } = await openMailApp();
  await post(here, ana.id);
  await ended(here, "sent_at");
  const outbox = join(here.dataDir, "outbox");
  const [message] = await messages(here);
  expect(await readdir(outbox)).toEqual([`${message?.id}.${ana.id}.eml`]);
  const mail = await PostalMime.parse(await readFile(join(outbox, `${message?.id}.${ana.id}.eml`)));
  expect(mail).toMatchObject({
    to: [{ name: "Mariana Gómez", address: "mariana@example.com" }],
    messageId: `<${message?.id}@localhost>`,
  });
  expect(mail.text).toContain("http://localhost:3000/auth?mode=signin");
  expect(mail.html).toContain("http://localhost:3000/auth?mode=signin");
});

test("the log names the file of a message in the outbox, and no link that opens an account", async () => {
  const logged: string[] = [];
  const { writeSync } = fs;
  const spy = vi.spyOn(fs, "writeSync").mockImplementation(((file: number, text: string, ...more: never[]) => {
    if (file === 2) logged.push(String(text));
    return writeSync(file, text, ...more);
  }) as typeof writeSync);
  try {
    const { testApp: here, ana } = await openMailApp();
    const token = "a-token-that-opens-the-account";
    const message = { user_id: ana.id, to: { name: "Ana", address: "ana@example.com" }, told: { token } };
    await here.app.services.db.transaction().execute((tx) => here.app.services.mail.post(tx, recoveryLink, message));
    await ended(here, "sent_at");
    await vi.waitFor(() => expect(logged.join("")).toContain("message written to the outbox"), TIMES);
    const [file] = await readdir(join(here.dataDir, "outbox"));
    expect(logged.join("")).toContain(join(here.dataDir, "outbox", file ?? "none"));
    expect(await readFile(join(here.dataDir, "outbox", file ?? ""), "utf8")).toMatch(/a-token-that/);
    expect(logged.join("")).not.toContain(token);
    expect(logged.join("")).not.toContain("auth?");
  } finally {
    spy.mockRestore();
  }
});

test("a name can add no header and no recipient", async () => {
  const smtp = kept(await openMailServer());
  const { testApp: here, ana } = await openMailApp({ SMTP_URL: smtp.url });
  await post(
    here,
    ana.id,
    'Eva\r\nBcc: robo@example.com\r\nSubject: otro\r\n\r\n<script>x</script>", <robo@example.com>',
  );
  await vi.waitFor(() => expect(smtp.received).toHaveLength(1), TIMES);
  const [mail] = smtp.received;
  expect(mail?.recipients).toEqual(["mariana@example.com"]);
  expect(mail?.subject).toBe("Tu cuenta de especialista en Kinexo está lista");
  expect(mail?.to?.map(({ address }) => address)).toEqual(["mariana@example.com"]);
  expect(mail?.headers.map(({ key }) => key)).not.toContain("bcc");
  expect(mail?.html).not.toContain("<script>");
});

test("whoever deletes their account takes their messages along, waiting or in the outbox", async () => {
  const { testApp: here, ana } = await openMailApp();
  await post(here, ana.id);
  await ended(here, "sent_at");
  const bea = await addPerson(here, like(cast.ana, "Bea Que Queda"));
  await post(here, bea.id);
  await vi.waitFor(async () => expect(await readdir(join(here.dataDir, "outbox"))).toHaveLength(2), TIMES);
  await vi.waitFor(async () => expect(await jobs(here)).toEqual([]), TIMES);
  await here.db.transaction().execute(async (tx) => {
    await here.app.services.mail.post(tx, kineCreated, {
      user_id: ana.id,
      to: { name: "Ana", address: "ana@example.com" },
      told: { name: "Ana", email: "ana@example.com", token: "a" },
    });
    await here.app.services.mail.drop(tx, ana.id);
    expect((await sql`select from graphile_worker.jobs`.execute(tx)).rows).toEqual([]);
  });
  await ana.api.accounts.delete();
  const files = await readdir(join(here.dataDir, "outbox"));
  expect(files.map((file) => file.split(".")[1])).toEqual([bea.id]);
  expect((await messages(here)).map(({ user_id }) => user_id)).toEqual([bea.id]);
});
