import { createHash } from "node:crypto";
import { createWriteStream, mkdirSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { movedId } from "../../app/commands/move-in/ids.ts";
import { oldId } from "./source-database.ts";

export type Size = { people: number; cases: number; files: number };
type Where = {
  dump: string;
  /** The folder of the old files. */
  files: string;
  /** The new installation's files: the studies are there as an earlier, killed run leaves them. */
  stored: string;
};

const KINES_OF = 10;
const START = Date.UTC(2024, 0, 1);
const SECOND = 1000;
/** At the cost of `PASSWORD_MEMORY`: such a hash is adopted without computing one. */
const PASSWORD = `$argon2id$v=19$m=47104,t=1,p=1$${Buffer.alloc(16, 7).toString("base64").replace(/=+$/, "")}$${Buffer.alloc(32, 9).toString("base64").replace(/=+$/, "")}`;
const BYTES = Buffer.from("%PDF-1.4 a study");
const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex");
const timeOf = (n: number) => new Date(START + n * SECOND * 60).toISOString().replace("T", " ").replace("Z", "+00");

/** Writes the dump of a large old system, whose rows need no change, and its files. */
export async function writeLargeSource(
  { people, cases, files }: Size,
  { dump, files: folder, stored }: Where,
): Promise<void> {
  const out = createWriteStream(dump);
  const line = async (text: string) => {
    if (!out.write(`${text}\n`)) await once(out, "drain");
  };
  async function table(name: string, columns: string, count: number, row: (n: number) => (string | null)[]) {
    await line(`COPY ${name} (${columns.split(" ").join(", ")}) FROM stdin;`);
    for (let n = 0; n < count; n += 1)
      await line(
        row(n)
          .map((value) => value ?? "\\N")
          .join("\t"),
      );
    await line("\\.");
  }
  const person = (n: number) => oldId("user", n);
  const kine = (n: number) => person((n * KINES_OF) % people);
  const patient = (n: number) => person((n * KINES_OF + 1 + (n % (KINES_OF - 1))) % people);
  const isKine = (n: number) => n % KINES_OF === 0;
  const path = (n: number) => `${patient(n)}/${oldId("case", n)}/${1_700_000_000_000 + n}.pdf`;
  await table(
    "auth.users",
    "id email encrypted_password email_confirmed_at last_sign_in_at raw_user_meta_data created_at updated_at",
    people,
    (n) => [person(n), `persona${n}@example.com`, PASSWORD, timeOf(n), timeOf(n + people), "{}", timeOf(n), timeOf(n)],
  );
  await table("auth.identities", "id provider_id user_id provider identity_data created_at updated_at", people, (n) => [
    oldId("identity", n),
    person(n),
    person(n),
    "email",
    `{"sub": "${person(n)}"}`,
    timeOf(n),
    timeOf(n),
  ]);
  await table("storage.objects", "id bucket_id name", files, (n) => [oldId("object", n), "case-studies", path(n)]);
  await table(
    "public.profiles",
    "id name email phone location_city license_number specialty modalities bio approval_status created_at",
    people,
    (n) => [
      person(n),
      `Persona Número ${n}`,
      `persona${n}@example.com`,
      "011 15 5555-5555",
      "Palermo",
      isKine(n) ? `MN ${100_000 + n}` : null,
      isKine(n) ? "Traumatología" : null,
      isKine(n) ? "consultorio, Virtual" : null,
      isKine(n) ? "Diez años de práctica con deportistas y personas mayores." : null,
      "approved",
      timeOf(n),
    ],
  );
  await table("public.user_roles", "id user_id role", people, (n) => [
    oldId("role", n),
    person(n),
    isKine(n) ? "kine" : "patient",
  ]);
  await table(
    "public.kine_applications",
    "id user_id profile_id created_at approved_at",
    Math.ceil(people / KINES_OF),
    (n) => [oldId("application", n), kine(n), kine(n), timeOf(n), timeOf(n + 1)],
  );
  await table(
    "public.cases",
    "id patient_id title description location_city studies_urls status created_at",
    cases,
    (n) => [
      oldId("case", n),
      patient(n),
      `Dolor ${n}`,
      "Me duele desde marzo, sobre todo al subir escaleras y después de estar sentada.",
      "Palermo",
      n < files ? `{${path(n)}}` : "{}",
      n % 3 === 0 ? "closed" : "open",
      timeOf(people + n),
    ],
  );
  await table("public.matches", "id case_id kine_id status message created_at", cases, (n) => [
    oldId("match", n),
    oldId("case", n),
    kine(n),
    n % 3 === 0 ? "accepted" : "proposed",
    "Puedo esta semana.",
    timeOf(people + n),
  ]);
  await table("public.reviews", "id case_id patient_id kine_id stars comment created_at", Math.ceil(cases / 3), (n) => [
    oldId("review", n),
    oldId("case", n * 3),
    patient(n * 3),
    kine(n * 3),
    "5",
    "Muy bien.",
    timeOf(people + n * 3),
  ]);
  out.end();
  await once(out, "close");
  const hash = sha256(BYTES);
  for (let n = 0; n < files; n += 1) {
    put(join(folder, "case-studies", path(n)));
    const owner = (n * KINES_OF + 1 + (n % (KINES_OF - 1))) % people;
    const [personId, caseId] = [
      movedId("user", patient(n), new Date(timeOf(owner))),
      movedId("case", oldId("case", n), new Date(timeOf(people + n))),
    ];
    put(
      join(
        stored,
        "case-studies",
        personId,
        caseId,
        `${1_700_000_000_000 + n}-${sha256(path(n) + hash).slice(0, 8)}.pdf`,
      ),
    );
  }
}

function put(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, BYTES);
}
