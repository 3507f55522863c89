import type { Guard } from "./guard.ts";

const LEVELS = "tests/service-levels/service-levels.test.ts";
const REACH = "app/domain/service-levels/reach.server.ts";
const OUTLINES = "app/domain/service-levels/outlines.server.ts";
const LOOKING = "app/domain/service-levels/still-looking.server.ts";
const WAVES = "app/domain/service-levels/waves.server.ts";

const edit = (name: string, file: string, from: string, to: string, noticedBy: Guard["noticedBy"]): Guard => ({
  name,
  edits: [{ file, from, to }],
  noticedBy,
});
const states = (test: string) => ({ file: "tests/access/states.test.ts", test });
const levels = (test: string) => ({ file: LEVELS, test });
const link = levels("a link that was altered");

/** Guards of service levels: whose case, whose link, and who is notified how often. */
export const levelGuards: readonly Guard[] = [
  edit("specialists for an own case", OUTLINES, `.where("c.patient_id", "=", viewer)`, "", states("cases.reach")),
  edit(
    "an own case that is widened, invited to or kept",
    LOOKING,
    `.where("id", "=", id).where("patient_id", "=", viewerId)`,
    `.where("id", "=", id)`,
    states("cases.(widen|invite|keepLooking)"),
  ),
  edit("levels of an open case", LOOKING, `if (found.status !== "open")`, "if (false)", states("cases.keepLooking")),
  edit("widening in pause", REACH, "if (is_dormant)", "if (false)", levels("a case that is widened again")),
  edit("invitations to a case", REACH, "invited.length >= MOST_INVITED", "false", levels("a patient invites three")),
  edit(
    "invitations of who applied",
    REACH,
    `.where("case_id", "=", caseId).where("kine_id", "=", kineId)`,
    `.where("case_id", "=", caseId).where("kine_id", "is", null)`,
    levels("a patient invites three"),
  ),
  edit("alerts of a day", WAVES, "where d.at_once < ${mostADay}::int", "", {
    file: "tests/service-levels/waves.test.ts",
    test: "publishing again",
  }),
  edit(
    "the signature of the link about a case",
    "app/platform/asked-links.server.ts",
    "isSigned(keyOf(secret), signedText(asked), given) ? asked : null",
    "asked",
    link,
  ),
  edit(
    "the address of the link about a case",
    LOOKING,
    "|| !isAddressOf(secret, found.email, asked.address)",
    "",
    link,
  ),
  edit(
    "the age of the link about a case",
    LOOKING,
    "make_interval(days => ${VALID_DAYS}::int)",
    "interval '9 years'",
    link,
  ),
  edit("the link of somebody suspended", LOOKING, `.where("p.suspended_at", "is", null)`, "", link),
  edit("a used link about a case", LOOKING, "if (found.answered_at)", "if (false)", levels("a thousand GETs")),
  edit(
    "cases in pause",
    "app/domain/cases/offered-cases.server.ts",
    `.where("c.dormant_at", "is", null)`,
    "",
    levels("each level of a case"),
  ),
  edit(
    "a case that opens again is followed",
    "app/domain/cases/course.server.ts",
    `  await noteReturn.run(tx, { id });
  await lookAtCase.run(tx, { id });
}

/** What follows from a closing`,
    "}\n\n/** What follows from a closing",
    levels("a case in pause that is accepted"),
  ),
  edit(
    "a request that is taken up again is late again",
    "app/domain/kine-applications/admit-again.server.ts",
    ".set({ late_told_at: null })",
    "",
    levels("a request that is taken up again"),
  ),
];
