import { states, edit, type Guard } from "./guard.ts";

const study = states("a study of a case");
const STUDIES = "app/domain/studies/studies.server.ts";
const CREATE_KINE = "app/domain/accounts/create-kine.server.ts";
const FILES = "app/server/files.server.ts";
const LINK_VIEWER = "app/api/link-viewer.server.ts";
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
  edit(
    "an upload judged again",
    "app/api/judge-again.server.ts",
    "const viewer = requireMember(await findViewer(tx, { session_id, user_id: id }));\n  if (role) requireRole(viewer, role);",
    "void [findViewer, requireMember, requireRole, role];",
    { file: "tests/files/judged-again.test.ts", test: "a study whose sender" },
  ),
  edit(
    "a long body judged when it is there",
    "app/api/request-context.server.ts",
    "receiveCall(sender(), request, incoming)",
    "receiveCall(call, request, incoming)",
    { file: "tests/files/judged-again.test.ts", test: "a call with a long body whose sender" },
  ),
  edit(
    "a download judged on its way",
    "app/api/judge-again.server.ts",
    "session_id === null ? null : await findViewer(db, { session_id, user_id: id })",
    "caller",
    { file: "tests/privacy/broken-off.test.ts" },
  ),
  edit(
    "a photo's own address",
    "app/domain/profiles/photos.server.ts",
    "person?.photo_url === address",
    `person?.photo_url?.split("?")[0] === address.split("?")[0]`,
    { file: "tests/files/uploads.test.ts", test: "a new photo has a new address" },
  ),
  edit(
    "an old address of a screen",
    "app/domain/moved-rows/moved-address.server.ts",
    "!WITH_CASE.test(pathname) || ",
    "",
    { file: "tests/move-in/told.test.ts", test: "a link of the old system leads to no other site" },
  ),
  edit(
    "a link of the mail's address",
    "app/domain/notifications/unsubscribe.server.ts",
    "!isOfAddress(secret, link, person.email)",
    "false",
    { file: "tests/notifications/notifications.test.ts", test: "the link of a mail to an earlier address" },
  ),
  edit(
    "a nameless link of an account that moved",
    "app/domain/notifications/unsubscribe.server.ts",
    "await hasMoved(tx, userId)",
    "false",
    { file: "tests/notifications/notifications.test.ts", test: "the link of a mail to an earlier address" },
  ),
  edit("a study by a patient", FILES, `requireRole(viewer, "patient");`, "", states("a study sent")),
  edit(
    "a signed link",
    LINK_VIEWER,
    "readSignedLink(settings.secret, url, clock.now())",
    `url.searchParams.get("session")`,
    study,
  ),
  edit("a link read anew", FILES, "if (!study) throw", "if (!viewer) throw", study),
  edit(
    "a link of our secret",
    LINKS,
    `if (!isSigned(deriveKey(secret, PURPOSE), signed, url.searchParams.get("signature") ?? "")) return null;`,
    "",
    study,
  ),
  edit("a link's five minutes", LINKS, `expires * 1000 > now ? sessionId : null`, "sessionId", study),
  edit(
    "a link of a member",
    LINK_VIEWER,
    "requireMember(await findViewer(db, { session_id, user_id: session.user_id }))",
    "(await findViewer(db, { session_id, user_id: session.user_id }))!",
    study,
  ),
  edit("a link of the approved", STUDIES, `if (viewer.approval_status !== "approved") return null;`, "", study),
  edit("a study of the case", STUDIES, `.where(stored, "is not", null)`, "", study),
];
