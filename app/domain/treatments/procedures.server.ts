import * as authorisations from "./authorisations.server.ts";
import { answerByLink } from "./finished.server.ts";
import * as sessions from "./sessions.server.ts";
import { sheet } from "./sheet.server.ts";
import * as treatments from "./treatments.server.ts";

/** The procedures of treatments, as the API names them. */
export const treatmentProcedures = {
  read: treatments.read,
  plan: treatments.plan,
  acceptPlan: treatments.acceptPlan,
  noteSession: sessions.noteSession,
  dispute: sessions.dispute,
  authorise: authorisations.authorise,
  endAuthorisation: authorisations.endAuthorisation,
  sheet,
  end: treatments.end,
  answerByLink,
};
