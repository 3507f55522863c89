import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type Asker, askers, isLiving } from "./people.ts";
import { accountCalls } from "./account.ts";
import { APART, type Ask, callsOf, fileCalls, isAdmitted, only, pageCalls } from "./requests.ts";
import { rules } from "./exposure.table.ts";
import type { Field } from "./fixture.ts";
import { table } from "../procedures/table.ts";
import { sessionOf } from "../support/accounts.ts";
import { keepState } from "../support/database-snapshot.ts";
import { isFull } from "../support/full.ts";
import { metaOf, procedures } from "../support/procedures.ts";

/** The canaries seen, as lines such as "phone of owner to carla on cases.view", and the faults. */
export type Findings = { seen: Set<string>; faults: string[]; answers: number; cells: number };

const AT_ONCE = 10;

/** Whether a request may change something: a procedure does if it writes, and the table admits this caller in some state. */
function mayChange(asker: Asker, { surface, method, isRefused }: Ask): boolean {
  const row = table[surface];
  if (!row) return method !== "GET" && !isRefused;
  return metaOf(surface).writes !== undefined && isAdmitted(asker, row);
}

const line = (canary: string, asker: string, surface: string) => `${canary} to ${asker} on ${surface}`;

/** What a run requests, and as which callers: everything that can be called, or only the pages and the account service. */
export type Extent = { what: "everything" | "pages"; as: readonly Asker[] };
const EVERYTHING: Extent = { what: "everything", as: askers };

/** The lines that the table allows, limited to the given surfaces, the planted canaries and the callers who asked. */
function allowed({ canaries }: Field, surfaces: ReadonlySet<string>, as: readonly Asker[]): Set<string> {
  const lines = new Set<string>();
  for (const [columns, of, on, to] of rules) {
    for (const column of columns.split(", "))
      for (const subject of of)
        for (const surface of on.split(", ")) {
          if (!canaries.planted.has(`${column} of ${subject}`) || !surfaces.has(surface)) continue;
          const viewers = to === "self" ? [subject] : to;
          for (const viewer of viewers)
            if ((as as readonly string[]).includes(viewer)) lines.add(line(`${column} of ${subject}`, viewer, surface));
        }
  }
  return lines;
}

/** Sends every request of the extent, and searches each answer and its headers for canaries. */
export async function askEverything(field: Field, { what, as } = EVERYTHING): Promise<Findings> {
  const saved = await keepState(field.target.db, join(field.target.dataDir, "files"));
  const findings: Findings = { seen: new Set(), faults: [], answers: 0, cells: 0 };
  const names = [...procedures().keys()].filter((name) => only?.includes(name) ?? !APART.includes(name));
  const links = new Map<Asker, Set<string>>();

  async function ask(asker: Asker, { surface, method, path, body, type, typed }: Ask): Promise<boolean> {
    const token = field.tokens[asker];
    const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(type && { "content-type": type }) };
    const answer = await fetch(field.target.url + path, { method, body, headers, redirect: "manual" });
    const text = `${answer.status} ${JSON.stringify([...answer.headers])}\n${await answer.text()}`;
    findings.answers += 1;
    findings.cells += field.canaries.planted.size;
    if (answer.status >= 500) findings.faults.push(`${asker}: ${method} ${path} answered ${answer.status}`);
    const found = field.canaries.find(typed ? text.replaceAll(typed, "") : text);
    for (const canary of found) findings.seen.add(line(canary, asker, surface));
    if (found.size > 0 && (token || surface !== "page") && !answer.headers.get("cache-control")?.includes("no-store")) {
      findings.faults.push(`${asker}: ${method} ${path} may be kept by a cache`);
    }
    for (const [link] of text.matchAll(/\/files\/(?:case-studies|licence-evidence)\/[^"\\ ]+\?session[^"\\ ]+/g)) {
      links.set(asker, (links.get(asker) ?? new Set()).add(link));
    }
    return answer.ok;
  }

  /** Sends requests without effect concurrently, then each of the others on the same state. */
  async function askAll(asker: Asker, asks: Ask[]) {
    const waiting = asks.filter((one) => !mayChange(asker, one)).values();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const one of waiting) await ask(asker, one);
      }),
    );
    await saved.restore();
    for (const one of asks.filter((each) => mayChange(asker, each))) if (await ask(asker, one)) await saved.restore();
  }

  for (const asker of as) {
    await askAll(
      asker,
      only
        ? callsOf(field, asker, names)
        : [
            ...(what === "everything" ? [...callsOf(field, asker, names), ...fileCalls(field, asker)] : []),
            ...(field.target.hasPages ? pageCalls(field) : []),
            ...accountCalls(field, asker),
          ],
    );
    // The links are opened at once: on a busy machine the run takes longer than their five minutes.
    await askAll(
      asker,
      [...(links.get(asker) ?? [])].map((path) => ({
        surface: path.startsWith("/files/case-studies") ? "study" : "evidence",
        method: "GET",
        path,
      })),
    );
  }
  const everyLink = [...new Set([...links.values()].flatMap((each) => [...each]))];
  for (const [turn, asker] of as.entries()) {
    const session = isLiving(asker) ? sessionOf(field.tokens[asker]!) : randomUUID();
    // In the short form each link is altered for one caller.
    const alteredLinks = everyLink
      .filter((_, n) => isFull || n % as.length === turn)
      .flatMap((link) => [link.replace(/session=[^&]*/, `session=${session}`), link.split("?")[0]!])
      .filter((link) => !links.get(asker)?.has(link));
    await askAll(
      asker,
      alteredLinks.map((path) => ({ surface: "study by another's link", method: "GET", path })),
    );
  }
  for (const asker of only ? [] : as) await askAll(asker, callsOf(field, asker, ["accounts.delete"]));
  return findings;
}

/** Forbidden lines that were seen, and allowed lines that were never seen. */
export function judge(
  field: Field,
  { seen }: Findings,
  { what, as } = EVERYTHING,
): { leaks: string[]; unseen: string[] } {
  const surfaces = new Set<string>(
    only
      ? [...only, "study", "evidence"]
      : [
          "account",
          ...(what === "everything" ? [...procedures().keys(), "study", "evidence"] : []),
          ...(field.target.hasPages ? ["page"] : []),
        ],
  );
  const may = allowed(field, surfaces, as);
  return {
    leaks: [...seen].filter((one) => !may.has(one)).toSorted(),
    // A limited run may not call the procedures that return links to studies.
    unseen: [...may].filter((one) => !seen.has(one) && !(only && / on (study|evidence)$/.test(one))).toSorted(),
  };
}
