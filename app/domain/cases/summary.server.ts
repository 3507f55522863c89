import { sql } from "kysely";
import { z } from "zod";
import { patient } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { formatBirthDate, formatDay } from "../../shared/format.ts";
import { coverageOfCase } from "../coverages/patient-coverage.server.ts";
import type { OfferFacts } from "../matches/offer.ts";
import { offerInWords } from "../matches/offer-words.ts";
import { coverageInWords } from "../coverages/coverage-words.ts";
import { SINCE_LABELS } from "./structured-fact-words.ts";
import { factsOfCase } from "./case-output.server.ts";
import { type Part, summaryPdf } from "./summary-pdf.server.ts";

/** The most specialists of one summary. */
const MOST = 20;

/**
 * The summary of an own case with an accepted specialist, as PDF for the patient's doctor or a refund. It contains no phone and no studies.
 * The PDF is generated only after the guard has checked that the caller is a patient.
 */
export const summary = patient
  .meta({
    summary: "Returns the summary of one of the caller's cases as PDF, in base64.",
    refuses: ["CASE_NOT_FOUND", "CASE_NOT_MATCHED"],
  })
  .input(z.object({ id: z.uuid() }))
  .output(z.strictObject({ pdf: z.string() }))
  .handler(async ({ input: { id }, context: { db, viewer, services } }) => {
    const [found, specialists] = await Promise.all([
      ownCase.first(db, { id, viewer: viewer.id }),
      accepted.all(db, { id, viewer: viewer.id }),
    ]);
    if (!found) throw new AppError("CASE_NOT_FOUND");
    if (specialists.length === 0) throw new AppError("CASE_NOT_MATCHED");
    const pdf = await summaryPdf({
      title: found.title,
      about: `Resumen del ${formatDay(found.now)}`,
      parts: [patientPart(found), casePart(found), ...specialists.map(specialistPart)],
      foot: `Hecho en ${services.settings.productName} con lo que escribieron el paciente y cada especialista. No es una historia clínica ni una factura.`,
    });
    return { pdf: Buffer.from(pdf).toString("base64") };
  });

type OwnCase = NonNullable<Awaited<ReturnType<typeof ownCase.first>>>;
type Specialist = Awaited<ReturnType<typeof accepted.all>>[number];
type Line = readonly [string, string] | false;
const withoutEmpty = (lines: readonly Line[]) => lines.filter((line) => line !== false);

const patientPart = ({ name, birth_date, coverage }: OwnCase): Part => ({
  heading: "Paciente",
  lines: withoutEmpty([
    ["Nombre", name],
    birth_date !== null && ["Fecha de nacimiento", formatBirthDate(birth_date)],
    coverage !== null && ["Cobertura", coverageInWords(coverage)],
  ]),
});

function casePart({ description, injury_area, created_at, facts }: OwnCase): Part {
  const { since, pain, activities, operation, operated_on } = facts ?? {};
  return {
    heading: "Motivo de consulta",
    lines: withoutEmpty([
      ["Publicado", formatDay(created_at)],
      injury_area !== null && ["Zona", injury_area],
      ["Descripción", description],
      since !== undefined && ["Desde cuándo", SINCE_LABELS[since]],
      pain !== undefined && ["Dolor", `${pain} de 10`],
      ...(activities ?? []).map(({ name, score }) => [name, `${score} de 10`] as const),
      operation !== undefined && [
        "Operación",
        operated_on === undefined ? operation : `${operation}, ${formatBirthDate(operated_on)}`,
      ],
    ]),
  };
}

const specialistPart = ({ name, specialty, licence, checked_at, accepted_at, offer }: Specialist): Part => ({
  heading: `Especialista: ${name}`,
  lines: withoutEmpty([
    specialty !== null && ["Especialidad", specialty],
    licence !== null && ["Matrícula", licence],
    checked_at !== null && ["Matrícula comprobada", formatDay(checked_at)],
    accepted_at !== null && ["Aceptado", formatDay(accepted_at)],
    ...(offer ? offerInWords(offer, null) : []),
  ]),
});

const ownCase = prepared("cases.summary", (db, { id, viewer }: { id: string; viewer: string }) =>
  db
    .selectFrom("cases as c")
    .innerJoin("profiles as p", "p.id", "c.patient_id")
    .select([
      "c.title",
      "c.description",
      "c.injury_area",
      "c.created_at",
      "p.name",
      sql<string | null>`p.birth_date::text`.as("birth_date"),
      sql<Date>`now()`.as("now"),
      factsOfCase,
      coverageOfCase("c.id").as("coverage"),
    ])
    .where("c.id", "=", id)
    .where("c.patient_id", "=", viewer),
);

const accepted = prepared("cases.summary accepted", (db, { id, viewer }: { id: string; viewer: string }) =>
  db
    .selectFrom("matches as m")
    .innerJoin("cases as c", "c.id", "m.case_id")
    .innerJoin("case_relations as r", "r.match_id", "m.id")
    .innerJoin("profiles as k", "k.id", "m.kine_id")
    .leftJoin("match_levels as l", "l.match_id", "m.id")
    .select([
      "k.name",
      "k.specialty",
      "k.license_number as licence",
      "k.license_checked_at as checked_at",
      "l.accepted_at",
      sql<OfferFacts | null>`m.offer`.as("offer"),
    ])
    .where("m.case_id", "=", id)
    .where("c.patient_id", "=", viewer)
    .where("r.access", "=", "accepted")
    .orderBy("m.id")
    .limit(MOST),
);
