import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { recordsOf } from "../../shared/csv.ts";
import { asksOf, FINDINGS, type Finding } from "./findings.ts";
import { type Choices, choiceKey, type Ledger } from "./ledger.ts";
import { Refusal } from "./refusal.ts";

const HEADER = ["hallazgo", "id", "tabla", "qué se encontró", "qué pasa", "detalle", "elección"];

/** A field of a CSV that a spreadsheet reads as text, never as a formula. */
const field = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
const html = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

type Told = { admins: { name: string; email: string }[]; isDryRun: boolean; isLoaded: boolean };

/** Writes `informe.html` and `informe.csv`, readable by their owner only. Returns the hash of both. */
export function writeReport(folder: string, ledger: Ledger, told: Told): Buffer {
  const entries = ledger.entries.toSorted((a, b) => (a.finding + a.table < b.finding + b.table ? -1 : 1));
  const lines = entries.map(({ finding, id, table, detail, choice }) => {
    const { found, does } = FINDINGS[finding];
    return [finding, id, table, found, does, detail, choice].map(field).join(";");
  });
  const csv = `\uFEFF${[HEADER.map(field).join(";"), ...lines].join("\r\n")}\r\n`;
  const page = pageOf(ledger, told);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, "informe.csv"), csv, { mode: 0o600 });
  writeFileSync(join(folder, "informe.html"), page, { mode: 0o600 });
  return createHash("sha256").update(csv).update(page).digest();
}

const COUNTS = [
  ["rows", "Filas"],
  ["moved", "Se mudan igual"],
  ["changed", "Se mudan con un cambio"],
  ["merged", "Se unen a otra"],
  ["left", "Quedan"],
] as const;
const WHAT: Readonly<Record<string, string>> = {
  "auth.users": "Cuentas",
  "auth.identities": "Formas de ingreso",
  "auth.mfa_factors": "Segundos pasos",
  "storage.objects": "Archivos",
  "public.profiles": "Perfiles",
  "public.user_roles": "Roles",
  "public.kine_applications": "Solicitudes",
  "public.cases": "Casos",
  "public.matches": "Postulaciones",
  "public.reviews": "Reseñas",
  "public.availabilities": "Horarios",
  "public.admin_views": "Marcas de visto",
};

function pageOf(ledger: Ledger, { admins, isDryRun, isLoaded }: Told): string {
  const read = [...ledger.counts].filter(([table]) => table in WHAT);
  const others = [...ledger.counts].filter(([table, { rows }]) => !(table in WHAT) && rows > 0);
  const byFinding = Map.groupBy(ledger.entries, ({ finding }) => finding);
  const state = isLoaded ? "Mudanza hecha" : isDryRun ? "Ensayo: no se escribió nada" : "No se escribió nada";
  const table = (head: string[], rows: string[][]) =>
    `<table><tr>${head.map((each) => `<th>${each}</th>`).join("")}</tr>${rows
      .map((row) => `<tr>${row.map((each) => `<td>${html(each)}</td>`).join("")}</tr>`)
      .join("")}</table>`;
  const findings = [...byFinding].map(([finding, entries]) => {
    const { found, does } = FINDINGS[finding];
    const asks = asksOf(finding);
    const ids = entries.slice(0, 100).map(({ id, detail }) => `<li>${html(detail ? `${id}: ${detail}` : id)}</li>`);
    const more = entries.length > 100 ? `<li>… y ${entries.length - 100} más, en informe.csv</li>` : "";
    return `<h3>${html(found)} (${entries.length})</h3><p>${html(does)}.${asks ? ` Respuestas: ${html(asks)}.` : ""}</p>
      <details><summary>Ver cuáles</summary><ul>${ids.join("")}${more}</ul></details>`;
  });
  return `<!doctype html><html lang="es-AR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Informe de la mudanza</title>
<style>body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse}td,th{border:1px solid #999;padding:.3rem .6rem;text-align:left}</style>
<h1>Informe de la mudanza</h1><p><strong>${state}.</strong> ${
    ledger.waiting > 0
      ? `Esperan tu elección: ${ledger.waiting}. Completá la última columna de informe.csv y volvé a correr con --choices.`
      : "No falta ninguna elección."
  }</p>
<h2>Cuántos</h2>${table(
    ["Qué", ...COUNTS.map(([, label]) => label)],
    read.map(([name, counts]) => [WHAT[name] ?? name, ...COUNTS.map(([key]) => String(counts[key]))]),
  )}
<h2>Administradores que llegan</h2>${
    admins.length > 0
      ? table(
          ["Nombre", "Email"],
          admins.map(({ name, email }) => [name, email]),
        )
      : "<p>Ninguno.</p>"
  }
<h2>Qué se encontró</h2>${findings.join("") || "<p>Nada fuera de lo común.</p>"}
<h2>Tablas que no se mudan</h2>${
    ledger.unknown.length > 0 ? `<p>Este programa no las conoce: ${html(ledger.unknown.join(", "))}.</p>` : ""
  }${table(
    ["Tabla", "Filas"],
    others.map(([name, { rows }]) => [name, String(rows)]),
  )}</html>
`;
}

/** The answers in a filled report. Throws `Refusal` with the line that cannot be read. */
export function readChoices(text: string): Choices {
  const [header = [], ...lines] = recordsOf(text.replace(/^\uFEFF/, ""));
  const column = (name: string) => {
    const at = header.findIndex((each) => each.trim().toLowerCase() === name);
    if (at < 0)
      throw new Refusal(`--choices: the file has no column "${name}": it is the report's informe.csv, filled`);
    return at;
  };
  const [finding, id, choice] = [column("hallazgo"), column("id"), column("elección")];
  const answers = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    const answer = (line[choice] ?? "").trim();
    if (answer === "") continue;
    const of = (line[finding] ?? "") as Finding;
    const plainId = (line[id] ?? "").replace(/^'/, "");
    if (!Object.hasOwn(FINDINGS, of) || asksOf(of) === null)
      throw new Refusal(`--choices: line ${index + 2} asks for no answer`);
    if (!/^(left|merge:[\w-]+)$/.test(answer))
      throw new Refusal(`--choices: line ${index + 2}: "${answer}" is no answer: left, or merge:ID`);
    answers.set(choiceKey(of, plainId), answer);
  }
  return answers;
}
