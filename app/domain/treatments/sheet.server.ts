import { z } from "zod";
import { member } from "../../api/guards.server.ts";
import { formatDay } from "../../shared/format.ts";
import { type Part, summaryPdf } from "../cases/summary-pdf.server.ts";
import { noRecord } from "./treatment.ts";
import { ByMatch } from "./treatment-input.ts";
import { readTreatment } from "./treatment-rows.server.ts";

const SIGNATURE = "Firma: ______________________________";
const asDay = (day: string) => formatDay(new Date(`${day.slice(0, 10)}T12:00:00-03:00`));

/** The sheet of sessions as PDF, to be signed; nothing of it is stored. */
export const sheet = member
  .meta({ summary: "Returns the sheet of a treatment's sessions as PDF, in base64.", refuses: ["NOT_FOUND"] })
  .input(ByMatch)
  .output(z.strictObject({ pdf: z.string() }))
  .handler(async ({ input: { match_id }, context: { db, viewer, services } }) => {
    const found = await readTreatment(db, { viewer: viewer.id, id: match_id });
    const kineName = services.masked(found.kine_name);
    const authorised = found.authorisations.map(
      ({ coverage, number, sessions, valid_from, valid_until, used }) =>
        `${coverage}${number ? `, autorización ${number}` : ""}: ${sessions} sesiones del ${asDay(valid_from)} al ${asDay(valid_until)}, usadas ${used}`,
    );
    const held = found.sessions.filter(({ number }) => number !== null);
    const parts: Part[] = [
      {
        heading: "Quiénes",
        lines: [
          ["Especialista", kineName],
          ["Paciente", found.patient_name ?? "Paciente"],
        ],
      },
      ...(authorised.length > 0 ? [{ heading: "Autorizaciones", lines: authorised }] : []),
      {
        heading: "Sesiones",
        lines:
          held.length > 0
            ? held.map(({ number, local_start }) => [`${number}. ${asDay(local_start)}`, SIGNATURE] as const)
            : ["Todavía no hay sesiones registradas."],
      },
    ];
    const pdf = await summaryPdf({
      title: "Planilla de sesiones",
      about: `Al ${asDay(found.today)}`,
      parts,
      foot: `Hecha en ${services.settings.productName} con los turnos registrados. ${noRecord(kineName)}`,
    });
    return { pdf: Buffer.from(pdf).toString("base64") };
  });
