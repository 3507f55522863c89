import type { RouterClient } from "@orpc/server";
import { sql } from "kysely";
import { handleOf } from "../domain/handles/handle.ts";
import type { Database } from "../platform/database/database.server.ts";
import type { Modality } from "../domain/profiles/modality.ts";
import type { Router } from "../router.server.ts";

type Api = RouterClient<Router>;
type Call = (id: string) => Promise<Api>;
type Coverage = { id: number; short: string };

/** Days since each specialist's last confirmation, used in turn: some are fresh, some a month old or more, and one no longer counts. */
const AGES = [3, 12, 45, 70, 20, 85, 100, 8];
const PLANS: Record<string, string> = {
  OSDE: "210 y 310",
  Galeno: "Oro y Plata",
  "Swiss Medical": "SMG20 en adelante",
};
const PATIENT_PLANS: Record<string, string> = { OSDE: "210", Galeno: "Oro", "Swiss Medical": "SMG20" };

/** The commonest coverages of the vocabulary. */
export const commonCoverages = (api: Api): Promise<Coverage[]> => api.coverages.search({ text: "" });

/** Saves coverages and prices of most specialists, confirmed at different times; every seventh specialist states nothing. */
export async function stateFacts(db: Database, call: Call, kines: readonly string[], common: readonly Coverage[]) {
  for (const [n, id] of kines.entries()) {
    if (n % 7 === 6) continue;
    const api = await call(id);
    const chosen = common.filter((_, place) => (place + n) % 3 !== 0).slice(0, 3 + (n % 3));
    await api.coverages.replace({
      coverages: chosen.map(({ id: coverage_id, short }, place) => ({
        coverage_id,
        how: (place + n) % 4 === 3 ? "refund" : "direct",
        plans: PLANS[short] ?? null,
        extra: (place + n) % 5 === 4 ? 3_000 : 0,
      })),
      refund_invoice: n % 2 === 0,
    });
    const { modalities, name } = await api.profiles.mine();
    if (n === 0) await api.handles.take({ handle: handleOf(name) });
    const session = 18_000 + (n % 9) * 4_500;
    const price = (modality: Modality, difference: number) => ({
      modality,
      session: session + difference,
      first: n % 2 ? session + difference + 4_000 : null,
      ten: n % 3 ? null : 9 * (session + difference),
    });
    const prices = [price("consultorio", 0), price("domicilio", 8_000), price("online", -3_000)];
    await api.prices.save({ prices: prices.filter(({ modality }) => modalities?.includes(modality)) });
    const days = AGES[n % AGES.length] ?? 0;
    for (const table of ["kine_coverages", "kine_prices"])
      await sql`update ${sql.table(table)} set confirmed_at = now() - ${days} * interval '1 day' where kine_id = ${id}`.execute(
        db,
      );
  }
}

/** Saves a patient's own coverage; every fourth patient has no coverage. Returns it as the input of a case. */
export async function saveOwnCoverage(api: Api, n: number, common: readonly Coverage[]) {
  const own = n % 4 === 3 ? undefined : common[n % 4];
  if (!own) return null;
  const coverage = { id: own.id, plan: PATIENT_PLANS[own.short] ?? null };
  await api.coverages.saveOwn({ coverage });
  return coverage;
}

/** Patients answer whether the specialist treated them under their coverage; two of them deny one coverage of one specialist. */
export async function answerQuestions(call: Call, cases: readonly { patient: string; id: string }[]) {
  const questions: { patient: string; case_id: string; kine_id: string; about: string }[] = [];
  for (const { patient, id } of cases) {
    const due = await (await call(patient)).coverages.questions({ case_id: id });
    for (const { kine_id, short } of due)
      questions.push({ patient, case_id: id, kine_id, about: `${kine_id} ${short}` });
  }
  const patientsAbout = (what: string) =>
    new Set(questions.filter(({ about }) => about === what).map(({ patient }) => patient)).size;
  const denied = questions.findLast(({ about }) => patientsAbout(about) >= 2)?.about;
  for (const [n, { patient, case_id, kine_id, about }] of questions.entries()) {
    const answer = about === denied ? "no" : n % 6 === 5 ? "extra" : "yes";
    await (await call(patient)).coverages.answer({ case_id, kine_id, answer });
  }
}

/** Answers the specialist's newest review, where there is one. */
export async function answerLatestReview(call: Call, kineId: string) {
  const { reviews } = await call(kineId);
  const [latest] = (await reviews.received()).items;
  if (latest?.can_reply)
    await reviews.reply({ review_id: latest.id, body: "¡Muchas gracias por tomarte el tiempo de escribir!" });
}
