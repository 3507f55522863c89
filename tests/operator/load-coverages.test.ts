import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { readOfficialList } from "../../app/domain/coverages/official-list.ts";
import { makeFolder } from "../support/folder.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
const folder = makeFolder("coverages");
const FILE = join(folder, "rnos.csv");

beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

async function load(text: string): Promise<{ output: string; code: number | null }> {
  writeFileSync(FILE, text);
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../app/commands/load-coverages.ts"), FILE], {
    env: { ...process.env, DATABASE_URL: testApp.databaseUrl, DATA_DIR: folder },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += String(part)));
  const code = await new Promise<number | null>((ended) => child.on("close", ended));
  return { output, code };
}

const list = `RNOS;DENOMINACIÓN;SIGLA
1-0001-1;"OBRA SOCIAL DE PRUEBA; SECCIÓN ""SUR""";OSPRUEBA
1-0002-9;ORGANIZACION DE SERVICIOS DIRECTOS EMPRESARIOS;OSDE
1-0003-7;OBRA SOCIAL SIN SIGLA DEL PERSONAL DE LA INDUSTRIA DEL TORNILLO;

1-0004-5;OTRA OBRA SOCIAL DE PRUEBA;OSPRUEBA
`;

test("the official list is loaded from a file: known coverages get their code, new ones are added, a second time changes nothing", async () => {
  const before = await testApp.db.selectFrom("coverages").select("id").execute();
  expect(await load(list)).toEqual({ output: "3 coverages added, 1 recognised, 0 known before.\n", code: 0 });
  const rows = await testApp.db
    .selectFrom("coverages")
    .selectAll()
    .where("code", "is not", null)
    .orderBy("code")
    .execute();
  expect(rows.map(({ code, short, name }) => [code, short, name])).toEqual([
    ["1-0001-1", "OSPRUEBA", 'OBRA SOCIAL DE PRUEBA; SECCIÓN "SUR"'],
    ["1-0002-9", "OSDE", "Organización de Servicios Directos Empresarios"],
    ["1-0003-7", "OBRA SOCIAL SIN SIGLA DEL PERSONAL DE LA", expect.stringContaining("TORNILLO")],
    ["1-0004-5", "OSPRUEBA (1-0004-5)", "OTRA OBRA SOCIAL DE PRUEBA"],
  ]);
  expect(await load(list)).toEqual({ output: "0 coverages added, 0 recognised, 4 known before.\n", code: 0 });
  expect(await testApp.db.selectFrom("coverages").select("id").execute()).toHaveLength(before.length + 3);
  const { output } = await load(list.split("\n").slice(0, 3).join("\n"));
  expect(output).toContain(
    "to be retired by an admin if they closed: OBRA SOCIAL SIN SIGLA DEL PERSONAL DE LA, OSPRUEBA (1-0004-5)",
  );
});

test("what an admin merged is not added again: its code and its own names lead to where it went", async () => {
  const { api } = await testApp.signIn(cast.elena);
  const entry = (short: string, code?: string) => ({
    kind: "prepaga" as const,
    short,
    name: `${short} del Oeste`,
    aliases: [],
    code,
  });
  const [{ id: into }, { id: coded }, { id: uncoded }] = [
    await api.coverages.save(entry("Destino", "7-0001-1")),
    await api.coverages.save(entry("Con Código", "7-0002-9")),
    await api.coverages.save(entry("Sin Código")),
  ];
  for (const from of [coded, uncoded]) await api.coverages.merge({ from, into });
  const count = async () => (await testApp.db.selectFrom("coverages").select("id").execute()).length;
  const before = await count();
  const merged =
    "codigo,nombre,sigla\n7-0001-1,Destino SA,Destino\n7-0002-9,Con SA,Con Codigo\n7-0003-7,Sin SA,Sin Codigo\n";
  expect((await load(merged)).output).toContain("0 coverages added, 1 recognised, 2 known before.");
  expect((await load(merged)).output).toContain("0 coverages added, 0 recognised, 3 known before.");
  expect(await count()).toBe(before);
  expect((await testApp.anonymous.coverages.search({ text: "sin codigo" }))[0]?.id).toBe(into);
});

test("a list that cannot be read changes nothing, and one line says where it is wrong", async () => {
  const before = await testApp.db.selectFrom("coverages").selectAll().orderBy("id").execute();
  for (const [text, says] of [
    ["nombre\nOSDE", "línea 1: falta la columna codigo"],
    ["codigo,nombre\n1,OSDE\n,Sin código", 'línea 3: el código "" está vacío'],
    ["codigo,nombre,tipo\n9,Algo,club", 'línea 2: el tipo "club" no es uno de'],
  ] as const) {
    const { output, code } = await load(text);
    expect(output).toMatch(/^Cannot load the coverages: .*\n$/);
    expect(output).toContain(says);
    expect(code).toBe(1);
  }
  expect(await testApp.db.selectFrom("coverages").selectAll().orderBy("id").execute()).toEqual(before);
  expect(readOfficialList(Buffer.from("codigo,nombre\r\n7,Con retorno\r\n"))).toEqual([
    { code: "7", name: "Con retorno", short: "Con retorno", kind: "obra_social" },
  ]);
});
