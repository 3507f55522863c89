import { states, edit, type Guard } from "./guard.ts";

const study = states("a study of a case");
const STUDIES = "app/domain/studies/studies.server.ts";
const CREATE_KINE = "app/domain/accounts/create-kine.server.ts";
const FILES = "app/server/files.server.ts";
const LINKS = "app/platform/signed-links.server.ts";
const photo = states("a photo for somebody else");

/** Guards of files. */
export const fileGuards: readonly Guard[] = [
  edit("a photo of whom one added", CREATE_KINE, `.where("a.approved_by", "=", viewer.id)`, "", photo),
  edit("a photo until they enter", CREATE_KINE, `.where("u.must_change_password", "=", true)`, "", photo),
  edit("a photo by an admin", CREATE_KINE, `requireRole(viewer, "admin");`, "", photo),
  edit(
    "a study for one's own case",
    STUDIES,
    `.where("id", "=", caseId).where("patient_id", "=", viewer.id)`,
    `.where("id", "=", caseId)`,
    states("a study sent"),
  ),
  edit(
    "a study for a case in course",
    STUDIES,
    `if (found.status === "closed") throw new AppError("CASE_CLOSED");`,
    "",
    states("a study sent"),
  ),
  edit(
    "five studies",
    STUDIES,
    `if (found.studies_urls.length >= MAX_STUDIES) throw new AppError("TOO_MANY_STUDIES");`,
    "",
    states("a study sent"),
  ),
  edit("a study by a patient", FILES, `requireRole(viewer, "patient");`, "", states("a study sent")),
  edit(
    "a signed link",
    FILES,
    "readSignedLink(services.settings.secret, new URL(c.req.url), services.clock.now());\n    const reader",
    `new URL(c.req.url).searchParams.get("session");\n    const reader`,
    study,
  ),
  edit("a link read anew", FILES, "if (!reader) throw", "if (!sessionId) throw", study),
  edit("a link of our secret", LINKS, `!timingSafeEqual(given, due)`, "false", study),
  edit("a link's five minutes", LINKS, `expires * 1000 > now ? sessionId : null`, "sessionId", study),
  edit("a link's live session", STUDIES, `.where("s.ended_at", "is", null)`, "", study),
  edit("a link's session in its time", STUDIES, `.where("s.not_after", ">", sql<Date>\`now()\`)`, "", study),
  edit("a link of one's own password", STUDIES, `.where("u.must_change_password", "=", false)`, "", study),
  edit("a link of a whole session", STUDIES, `eb("s.aal", "=", "aal2"),`, `eb.val(true),`, study),
  edit("a link of the approved", STUDIES, `.where("p.approval_status", "=", "approved")`, "", study),
  edit("a study of the case", STUDIES, `.where(stored, "is not", null)`, "", study),
  edit(
    "studies for specialists",
    STUDIES,
    `eb.exists(eb.selectFrom("user_roles as r").select("r.role").whereRef("r.user_id", "=", "p.id").where("r.role", "=", "kine")),`,
    "",
    study,
  ),
  edit("studies for the verified", STUDIES, `eb("c.studies_access", "=", "verified"), eb(`, "eb(", study),
  edit("studies of a case in course", STUDIES, `, eb("c.status", "in", ["open", "matched"])`, "", study),
];
