import type pg from "pg";
import { MODALITIES, parseModalities } from "../../domain/profiles/modality.ts";
import { MAX_STUDIES } from "../../domain/cases/case.ts";
import { movedId, timeOf } from "./ids.ts";
import { insertRows, keep, type Kept } from "./insert.ts";
import type { Ledger } from "./ledger.ts";
import type { People } from "./plan-people.ts";
import { placeMatches, type PlacedMatch } from "./place-matches.ts";
import { placeReviews } from "./place-reviews.ts";
import { entriesOf, studyKey } from "./file-names.ts";
import type { Hashed, SourceRow } from "./source.ts";
import { batchesOf } from "./staging.ts";
import { lose, type Losses, noLosses, textOf } from "./texts.ts";

export type Cases = {
  client: pg.Client;
  ledger: Ledger;
  people: People;
  /** The path here of each study that came along, by its case and its path there (`studyKey`). */
  studies: ReadonlyMap<string, string>;
  /** The path in the bucket that an entry of `studies_urls` names, null for other addresses. */
  studyPath: (entry: string) => string | null;
};

type Found = { old_id: string; row: SourceRow; sha256: Buffer; matches: Hashed[]; reviews: Hashed[] };

const of = (table: string) =>
  `(select coalesce(jsonb_agg(jsonb_build_object('data', s.data, 'sha256', encode(s.sha256, 'hex')) order by s.data->>'created_at', s.n), '[]')
    from source_public_${table} s where s.data->>'case_id' = c.old_id)`;
const FOUND = `select c.old_id, c.data as row, c.sha256, ${of("matches")} as matches, ${of("reviews")} as reviews
  from source_public_cases c order by c.n`;

/** What replaces the texts of a case that stays only for its reviews, as after an account's deletion. */
const DELETED_CASE = "Caso eliminado";
const KNOWN = new Set(
  "id patient_id title description injury_area location_city preferred_modality studies_urls status created_at updated_at accepted_kine_id".split(
    " ",
  ),
);

type Batch = Record<"cases" | "matches" | "reviews", object[]> & { kept: Kept[] };

/** Writes the cases with their applications and reviews; what belongs to no case is left. */
export async function writeCases(writing: Cases): Promise<void> {
  const { client, ledger } = writing;
  for await (const found of batchesOf<Found>(client, FOUND)) {
    const batch: Batch = { cases: [], matches: [], reviews: [], kept: [] };
    for (const each of found) placeCase(writing, batch, each);
    await insertRows(client, "public.cases", batch.cases);
    await insertRows(client, "public.matches", batch.matches);
    await insertRows(client, "public.reviews", batch.reviews);
    await insertRows(client, "public.moved_rows", batch.kept);
  }
  for (const table of ["public.matches", "public.reviews"] as const) {
    const orphans = batchesOf<{ old_id: string }>(
      client,
      `select s.old_id from source_${table.replace(".", "_")} s
      where not exists (select from source_public_cases c where c.old_id = s.data->>'case_id') order by s.n`,
    );
    for await (const rows of orphans) for (const { old_id } of rows) ledger.left(table, old_id, "orphan");
  }
}

function placeCase(writing: Cases, batch: Batch, { old_id, row, sha256, ...found }: Found): void {
  const { ledger, people } = writing;
  const losses = noLosses();
  const created_at = timeOf(row["created_at"]) ?? new Date(0);
  const id = movedId("case", old_id, created_at);
  const patient = people.get(row["patient_id"] ?? "") ?? null;
  const given = { id, patient, created_at, people, ledger };
  const matches = placeMatches(given, found.matches);
  const accepted = matches.filter(({ status }) => status === "accepted");
  const reviews = placeReviews(given, accepted, row["patient_id"] ?? null, found.reviews);
  if (!patient && reviews.length === 0) {
    ledger.left("public.cases", old_id, "orphan", row["patient_id"] ?? "");
    for (const match of matches) ledger.left("public.matches", match.old_id, "orphan", old_id);
    return;
  }
  for (const { row: match, kept, losses: lost, old_id: match_id } of matches) {
    batch.matches.push(match);
    batch.kept.push(kept);
    ledger.moved("public.matches", match_id, lost.findings);
  }
  for (const { row: review, kept } of reviews) {
    batch.reviews.push(review);
    batch.kept.push(kept);
  }
  const firstReview = reviews.map(({ row: { created_at: at } }) => at).toSorted((a, b) => +a - +b)[0] ?? null;
  const status = patient ? statusOf(losses, row["status"], accepted, firstReview) : "closed";
  if (!patient) losses.findings.push(["case_ownerless", row["patient_id"] ?? ""]);
  const times = [
    created_at,
    ...matches.map(({ row: { created_at: at } }) => at),
    ...(firstReview ? [firstReview] : []),
  ];
  const closed_at = status === "closed" ? new Date(Math.max(...times.map(Number))) : null;
  const accepted_kine_id =
    people.get(row["accepted_kine_id"] ?? "")?.id ?? accepted.map(({ row: { kine_id } }) => kine_id)[0] ?? null;
  batch.cases.push({
    id,
    patient_id: patient?.id ?? null,
    ...(patient ? wordsOf(writing, losses, row, old_id) : EMPTIED),
    status,
    accepted_kine_id: patient && accepted.length > 0 ? accepted_kine_id : null,
    created_at,
    closed_at,
    version: 1,
  });
  ledger.moved("public.cases", old_id, losses.findings);
  const left = patient ? losses.left : {};
  batch.kept.push(keep({ kind: "case", old_id, new_id: id, person_id: patient?.id ?? null, sha256 }, left));
}

const EMPTIED = {
  title: DELETED_CASE,
  description: DELETED_CASE,
  injury_area: null,
  location_city: null,
  preferred_modality: null,
  studies_urls: [],
};

function wordsOf(writing: Cases, losses: Losses, row: SourceRow, old_id: string) {
  for (const [column, value] of Object.entries(row))
    if (!KNOWN.has(column) && value !== null) losses.left[column] = value;
  const title = textOf(losses, "title", row["title"], { most: 120 });
  const description = textOf(losses, "description", row["description"], { most: 5000, isLine: false });
  if (title === null && row["title"]) lose(losses, "text_dropped", "title", row["title"]);
  return {
    title: title ?? textOf(noLosses(), "title", description, { most: 120 }) ?? "Consulta",
    description: description ?? title ?? "Consulta",
    injury_area: textOf(losses, "injury_area", row["injury_area"], { most: 80 }),
    location_city: textOf(losses, "location_city", row["location_city"], { most: 80 }),
    preferred_modality: modalityOf(losses, row["preferred_modality"]),
    studies_urls: studiesOf(writing, losses, old_id, row["studies_urls"]),
  };
}

function modalityOf(losses: Losses, original: string | null | undefined): string | null {
  if (!original?.trim()) return null;
  const [found] = parseModalities(original) ?? [];
  if (found && MODALITIES.includes(found)) return found;
  lose(losses, "modality_dropped", "preferred_modality", original);
  return null;
}

function studiesOf(
  { studies, studyPath }: Cases,
  losses: Losses,
  old_id: string,
  text: string | null | undefined,
): string[] {
  const entries = entriesOf(text);
  const movedTo = (entry: string) => studies.get(studyKey(old_id, studyPath(entry) ?? ""));
  const lost = entries.filter((entry) => movedTo(entry) === undefined);
  // What became of each is said of its file.
  if (lost.length > 0) losses.left["studies_urls"] = lost.join(" ");
  const paths = [...new Set(entries.flatMap((entry) => movedTo(entry) ?? []))];
  if (paths.length > MAX_STUDIES) lose(losses, "too_many_studies", "studies_urls", text ?? "");
  return paths.slice(0, MAX_STUDIES);
}

/** A case is as its applications and reviews say where its status says another thing. */
function statusOf(losses: Losses, said: string | null | undefined, accepted: PlacedMatch[], firstReview: Date | null) {
  if (said === "closed") return "closed";
  if (said !== "open" && said !== "matched") losses.findings.push(["unknown_status", said ?? ""]);
  if (firstReview) {
    losses.findings.push(["reviewed_while_matched", firstReview.toISOString()]);
    return "closed";
  }
  if (said === "matched" && accepted.length === 0) losses.findings.push(["matched_without_acceptance", ""]);
  if (said === "open" && accepted.length > 0) losses.findings.push(["open_with_acceptance", ""]);
  return accepted.length > 0 ? "matched" : "open";
}
