import { z } from "zod";
import { Text } from "../../shared/text/text-input.ts";
import { CITY, JURISDICTION_NAMES } from "../places/jurisdictions.ts";
import { Past } from "../departures/past.ts";
import { LICENCE_KINDS } from "./licence.ts";
import { normalNumber } from "./licence-text.ts";

/** The number with its kind as a prefix must fit the profile's licence field. */
const NUMBER_MAX = 17;

const Jurisdiction = z
  .string()
  .max(2)
  .refine((code) => Object.hasOwn(JURISDICTION_NAMES, code), "Elegí la provincia");

const Kind = z.enum(LICENCE_KINDS, "Elegí si es nacional o provincial");

const isProvince = (code: unknown) =>
  typeof code === "string" && code !== CITY && Object.hasOwn(JURISDICTION_NAMES, code);

/** A licence that a specialist declares besides the first. A national one belongs to the City, a provincial one names its province. */
export const NewLicence = z
  .object({
    kind: Kind,
    jurisdiction: z.string().max(2).nullish(),
    number: Text.overwrite(normalNumber)
      .min(1, "Escribí el número")
      .max(NUMBER_MAX, "Matrícula muy larga")
      .regex(/^[0-9A-Za-z][0-9A-Za-z ./-]*$/, "Escribí el número"),
  })
  .refine(({ kind, jurisdiction }) => kind !== "MP" || isProvince(jurisdiction), {
    message: "Elegí la provincia",
    path: ["jurisdiction"],
    // Runs also while another field is invalid, so that the form shows both errors at once.
    when: ({ value }) => typeof value === "object" && value !== null,
  })
  .transform(({ kind, jurisdiction, number }) => ({
    kind,
    number,
    jurisdiction: kind === "MN" ? CITY : (jurisdiction ?? ""),
  }));

/** An admin's verification of a licence, with the facts that the licence itself lacks. */
export const Verification = z
  .object({
    id: z.uuid(),
    method: z.enum(["register", "evidence"]).default("register"),
    /** The upload time of the file that the admin saw, when that file is the proof. */
    evidence_at: z.iso.datetime().nullish(),
    kind: Kind.nullish(),
    jurisdiction: Jurisdiction.nullish(),
    /** Of a licence whose text names none. */
    number: Text.overwrite(normalNumber)
      .max(NUMBER_MAX, "Matrícula muy larga")
      .regex(/^\d{3,}$/, "Escribí el número")
      .nullish(),
    /** What the admin read on the card, where they say it: a check is of a name, too. */
    read: z.object({ name: z.string().max(80) }).optional(),
    past: Past,
  })
  .refine(({ kind, jurisdiction }) => !kind || !jurisdiction || (kind === "MN") === (jurisdiction === CITY), {
    message: "En CABA rige la matrícula nacional (MN)",
    path: ["jurisdiction"],
  });

const REASON_MAX = 500;
/** The doubt about a licence, or its inactivity, with a reason that the specialist may read. */
export const Doubt = z.object({
  id: z.uuid(),
  reason: Text.max(REASON_MAX, `Máximo ${REASON_MAX} caracteres`)
    .nullish()
    .transform((text) => text || null),
});
