import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { isOtherPerson, isSamePerson, readRegister } from "../../app/domain/licences/register-list.ts";
import { readSpecialists } from "../../app/domain/accounts/specialist-list.ts";
import { makeFolder } from "../support/folder.ts";
import { like, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let elena: Person;
const folder = makeFolder("lists");

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
});
afterAll(() => testApp?.close());

async function load(command: string, file: string | Buffer, ...flags: string[]) {
  const path = join(folder, "list.csv");
  writeFileSync(path, file);
  const program = join(import.meta.dirname, `../../app/commands/load-${command}.ts`);
  const child = spawn(process.execPath, [program, path, "--admin", cast.elena.email, ...flags], {
    env: {
      ...process.env,
      DATABASE_URL: testApp.databaseUrl,
      DATA_DIR: folder,
      SECRET: String(testApp.app.services.settings.secret),
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += String(part)));
  const code = await new Promise<number | null>((ended) => child.on("close", ended));
  return { lines: output.trim().split("\n"), code };
}
const mailsTo = async (email: string) =>
  (
    await sql<{ kind: string }>`select m.kind from outgoing_messages m join auth.users u on u.id = m.user_id
      where u.email = ${email}`.execute(testApp.db)
  ).rows;

describe("a list of specialists", () => {
  const header = "nombre;email;telefono;matricula;especialidad;barrio;modalidades;precio;coberturas";
  const marta =
    "Marta Núñez;Marta.Nunez@example.com;11 5555-8888;MN 90001;Kinesiología deportiva;Palermo;consultorio, virtual;30000;osde, Nadie Salud";
  const list = [header, marta, "", "Sin Matrícula;sin@example.com;11 5555-8888;;RPG;Palermo;online;$50.000+;"].join(
    "\n",
  );

  test("adds who is new without a password, mails them a link, names what it cannot read, and changes nobody the second time", async () => {
    const rehearsed = await load("specialists", list, "--dry-run");
    expect(rehearsed.lines).toEqual([
      "línea 4: falta la matrícula",
      'línea 2: no se conoce la cobertura "Nadie Salud"',
      "1 added, 0 known before. Nothing was changed.",
    ]);
    expect(await mailsTo("marta.nunez@example.com")).toEqual([]);
    expect(await load("specialists", list, "--approved")).toEqual({
      lines: [...rehearsed.lines.slice(0, 2), "1 added, 0 known before."],
      code: 1,
    });
    const { rows } = await sql<object>`
      select p.name, p.approval_status, p.price_range, p.modalities, p.license_checked_at, u.encrypted_password, u.email_confirmed_at,
        array(select c.short from kine_coverages k join coverages c on c.id = k.coverage_id where k.kine_id = p.id) as coverages
      from profiles p join auth.users u on u.id = p.id where u.email = 'marta.nunez@example.com'`.execute(testApp.db);
    expect(rows).toEqual([
      {
        name: "Marta Núñez",
        approval_status: "approved",
        price_range: "$25.000 - $35.000",
        modalities: "consultorio, online",
        license_checked_at: null,
        encrypted_password: null,
        email_confirmed_at: null,
        coverages: ["OSDE"],
      },
    ]);
    expect(await mailsTo("marta.nunez@example.com")).toContainEqual({ kind: "kine_created" });
    const again = await load("specialists", list.replace("30000", "60000"), "--approved");
    expect(again.lines.at(-1)).toBe("0 added, 1 known before.");
  });

  test("a licence that another specialist holds stays theirs, and one who is not approved waits for an admin", async () => {
    const held = await testApp.approvedKine(like(cast.carla, "Titular", { license_number: "MN 90011" }));
    const other = marta.replace("Marta.Nunez", "otra").replace("MN 90001", "MN 90011");
    const waiting = marta.replace("Marta.Nunez", "espera").replace("MN 90001", "MN 90012");
    const { lines } = await load("specialists", [header, other, waiting].join("\n"));
    expect(lines[0]).toMatch(/^línea 2: .*matrícula/i);
    expect(lines.at(-1)).toBe("1 added, 0 known before.");
    expect(await testApp.anonymous.profiles.publicProfile({ id: held.id })).toMatchObject({ id: held.id });
    const requests = (await elena.api.kineApplications.list()).items;
    expect(requests.map(({ email }) => email)).toContain("espera@example.com");
    expect(requests.map(({ email }) => email)).not.toContain("otra@example.com");
  });

  test("is read in UTF-8 and as Excel saves it, and a number that Excel changed is named", () => {
    const latin = Buffer.from([header, marta].join("\r\n"), "latin1");
    expect(readSpecialists(latin).listed[0]).toMatchObject({ line: 2, specialist: { name: "Marta Núñez" } });
    expect(() => readSpecialists(Buffer.from([header, marta.replace("11 5555-8888", "1,15E+10")].join("\n")))).toThrow(
      "línea 2: Excel cambió telefono por 1,15E+10",
    );
    expect(() => readSpecialists(Buffer.from("nombre;email\nA;b"))).toThrow("línea 1: falta la columna telefono");
  });
});

describe("the list of a register", () => {
  const header = "tipo,provincia,numero,nombre,estado,fecha";
  const licenceOf = async (id: string) =>
    (
      await sql<{ state: string; method: string | null; on: string | null }>`
        select state, method, checked_at::date::text as on from licences where kine_id = ${id} and is_first`.execute(
        testApp.db,
      )
    ).rows[0];
  const isBadgeShown = async (id: string) => (await testApp.anonymous.profiles.publicProfile({ id })).license_checked;
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

  test("verifies number and name, doubts another name, ends what is not in force, and leaves the rest, each in an admin's name", async () => {
    const kine = async (name: string, license_number: string) => {
      const person = await testApp.signUp(like(cast.carla, name, { license_number }));
      const { items } = await elena.api.kineApplications.list();
      await elena.api.kineApplications.approve({ id: items.find(({ profile_id }) => profile_id === person.id)!.id });
      return person;
    };
    const [same, other, ended, unsure] = [
      await kine("Carla Méndez", "MN 91001"),
      await kine("Diego Ruiz", "MP 91002, Córdoba"),
      await kine("Flor Paz", "MN 91003"),
      await kine("José Martín Pérez", "MN 91004"),
    ];
    // Anybody states any number besides: that keeps nobody's licence from its check.
    await other.api.licences.add({ kind: "MN", jurisdiction: "02", number: "91001" });
    const file = [
      header,
      `MN,,91.001,"MENDEZ LOPEZ, Carla Inés",Habilitada,${yesterday}`,
      `MP,Córdoba,091002,"GÓMEZ, Ana",activa,${yesterday}`,
      `MP,Salta,91002,"RUIZ, Diego",activa,${yesterday}`,
      `nacional,,91003,PAZ FLOR,baja,${yesterday}`,
      `MN,,91004,"MARTIN, JOSE",activa,${yesterday}`,
      `MN,,99999999,"NADIE, Aquí",vigente,${yesterday}`,
    ].join("\n");
    expect((await load("licences", file, "--dry-run")).lines.at(-1)).toContain("Nothing was changed");
    expect(await licenceOf(same.id)).toMatchObject({ state: "declared" });
    const { lines, code } = await load("licences", file);
    expect(lines).toEqual([
      "línea 3, MP 91002, Córdoba: en el registro es de otra persona",
      "línea 6, MN 91004: el nombre del registro puede ser de otra persona",
      "1 verified, 1 doubtful, 1 inactive, 1 unchanged, 2 of nobody here.",
    ]);
    expect(code).toBe(0);
    expect(await licenceOf(unsure.id)).toMatchObject({ state: "declared" });
    expect(await licenceOf(same.id)).toEqual({ state: "verified", method: "register", on: yesterday });
    expect(await licenceOf(other.id)).toMatchObject({ state: "doubtful" });
    expect(await licenceOf(ended.id)).toMatchObject({ state: "inactive" });
    expect(await Promise.all([same, other, ended].map(({ id }) => isBadgeShown(id)))).toEqual([true, false, false]);
    const { rows } = await sql<{ event: string; is_elena: boolean }>`
      select e.event, e.actor = a.audit_id as is_elena from auth.audit_events e join auth.users u on u.audit_id = e.subject
        cross join auth.users a where u.id in (${same.id}, ${other.id}, ${ended.id}) and a.id = ${elena.id}
        and e.event like 'licence_%' and e.event <> 'licence_added'
        order by e.id`.execute(testApp.db);
    expect(rows).toEqual(
      ["licence_verified", "licence_doubted", "licence_deactivated"].map((event) => ({ event, is_elena: true })),
    );
    // A list that is not newer than the check, and what an admin doubts, change nothing.
    expect((await load("licences", file)).lines.at(-1)).toBe(
      "0 verified, 0 doubtful, 0 inactive, 4 unchanged, 2 of nobody here.",
    );
  });

  test("a line that cannot be understood is named, and nothing of the file is loaded", async () => {
    for (const [line, says] of [
      [`XX,,1,"A, B",activa,${yesterday}`, 'el tipo "XX" no es MN ni MP'],
      [`MP,,1234,"A, B",activa,${yesterday}`, 'no se entiende la matrícula "1234"'],
      [`MN,,1234,,activa,${yesterday}`, "falta el nombre"],
      [`MN,,1234,"A, B",quizás,${yesterday}`, 'no se conoce el estado "quizás"'],
      [`MN,,1234,"A, B",activa,31/02/2026`, 'la fecha "31/02/2026" no es un día que ya pasó'],
      [`MN,,1234,"A, B",activa,2999-01-01`, 'la fecha "2999-01-01" no es un día que ya pasó'],
    ] as const)
      expect(() => readRegister(Buffer.from(`${header}\n${line}`), "2026-11-27")).toThrow(`línea 2: ${says}`);
    expect(readRegister(Buffer.from(`${header}\nMP,pcia de bs as,1.234,"A, B",Activa,1/2/2026`), "2026-11-27")).toEqual(
      [{ line: 2, licence: "MP 1234, Buenos Aires", name: "A, B", is_active: true, on: "2026-02-01" }],
    );
    expect((await load("licences", header.replace("numero", "nro"))).lines).toEqual([
      "Cannot load the licences: línea 1: falta la columna numero",
    ]);
  });

  test.each([
    ["MÉNDEZ LÓPEZ, Carla Inés", "Carla Méndez", "same"],
    ["MÉNDEZ LÓPEZ, Carla Inés", "Lic. Carla Inés Méndez López", "same"],
    ["MÉNDEZ LÓPEZ, Carla Inés", "Carla López", "unsure"],
    ["MÉNDEZ LÓPEZ, Carla Inés", "Carla López Méndez", "unsure"],
    ["MÉNDEZ, Carla", "Carla Méndez López", "unsure"],
    ["MENDEZ CARLA", "Carla Méndez", "same"],
    ["Carla Inés Méndez López", "Carla Méndez", "unsure"],
    ["LÓPEZ, Carla", "Carla Méndez", "other"],
    ["MÉNDEZ, Ana", "Carla Méndez", "other"],
    ["Carla Gómez", "Carla Méndez", "other"],
    ["D'Angelo, José", "José D’Angelo", "same"],
    ["D'Angelo, José", "José Ángelo", "unsure"],
    ["DE LA TORRE, Juan", "Juan de Souza", "other"],
    ["DE LA TORRE JUAN", "María de la Fuente", "other"],
    ["DEL RIO, ANA MARIA", "Ana del Valle", "other"],
    ["DE LA TORRE, Juan", "Juan de la Torre", "same"],
    ["DELATORRE, Juan", "Juan de la Torre", "same"],
    ["DEL RIO ANA MARIA", "Ana del Río", "same"],
    ["San Martín, José A.", "José San Román", "other"],
    ["DEL VALLE, María", "María del Valle Gómez", "unsure"],
    ["DEL VALLE GÓMEZ, María", "María del Valle Gómez", "same"],
    ["GÓMEZ, María del Valle", "María del Valle Gómez", "same"],
    ["GÓMEZ, María del Valle", "María del Valle", "other"],
    ["DE LOS ANGELES, Maria", "María de los Ángeles Paz", "unsure"],
    ["PAZ, Maria de los Angeles", "María de los Ángeles Paz", "same"],
    ["SAN MARTIN, José", "José Martín Pérez", "unsure"],
    ["SAN MARTIN, José", "José Martín", "unsure"],
    ["SAN MARTIN, José", "José San Martín", "same"],
    ["LA ROSA, Ana", "Ana Rosa Gómez", "unsure"],
    ["LA ROSA, Ana Lía", "Ana La Rosa", "same"],
    ["MARTIN, JOSE", "José Martín Pérez", "unsure"],
    ["MARTIN, JOSE", "José Martín", "same"],
    ["MARTIN, MARTIN", "Martín Martín", "same"],
    ["PEREZ, JOSE LUIS", "José Martín Pérez", "unsure"],
    ["PEREZ JUAN CARLOS", "Juan Carlos Gómez", "unsure"],
    ["PEREZ JUAN CARLOS", "Juan Pérez", "same"],
    ["GOMEZ MARIA JOSE", "María José Fernández", "unsure"],
    ["GOMEZ MARIA JOSE", "María José Gómez", "same"],
    ["GOMEZ JUAN MARTIN", "Juan Martín", "unsure"],
    ["Juan Martín Gómez", "Juan Martín", "unsure"],
  ])("%s and %s are the %s person", (registered, own, expected) => {
    const isSame = isSamePerson(registered, own);
    expect(isSame && isOtherPerson(registered, own)).toBe(false);
    expect(isSame ? "same" : isOtherPerson(registered, own) ? "other" : "unsure").toBe(expected);
  });
});
