import { type Guard, refusal } from "./guard.ts";

const OFFERED = "app/domain/cases/offered-cases.server.ts";
const OFFERS = "app/domain/matches/offers.server.ts";
const SUMMARY = "app/domain/cases/summary.server.ts";

const edit = (name: string, file: string, from: string, to: string, noticedBy: Guard["noticedBy"]): Guard => ({
  name,
  edits: [{ file, from, to }],
  noticedBy,
});
const states = (test: string) => ({ file: "tests/access/states.test.ts", test });
const offers = (test: string) => ({ file: "tests/offers/offers.test.ts", test });
const cases = (test: string) => ({ file: "tests/offers/structured-cases.test.ts", test });

/** Guards of structured cases and offers: whose name is withheld, whose offer and case it is, and how many seats there are. */
export const offerGuards: readonly Guard[] = [
  edit(
    "the name of a patient who withholds it",
    OFFERED,
    "(c.identity_access = 'accepted' or",
    "(false or",
    cases("is nowhere named"),
  ),
  edit(
    "the address of a study of a patient who withholds their name",
    "app/domain/cases/seen-case.server.ts",
    "is_withheld ? publicPath(studies_urls) : studies_urls",
    "studies_urls",
    cases("opens their studies"),
  ),
  edit("the offer of an own application", OFFERS, `.where("asked.kine_id", "=", viewer)`, "", offers("changes while")),
  edit(
    "the offer that its patient saw",
    "app/domain/matches/decide.server.ts",
    "floor(extract(epoch from m.offered_at) * 1000)::float8 is not distinct from",
    "${offeredAt}::float8 is not distinct from",
    offers("is accepted as the patient saw it"),
  ),
  edit(
    "an own case that is compared",
    OFFERS,
    `.where("c.id", "=", id).where("c.patient_id", "=", viewer)`,
    `.where("c.id", "=", id)`,
    states("cases.compare"),
  ),
  edit(
    "an own case that is summed up",
    SUMMARY,
    `.where("c.id", "=", id).where("c.patient_id", "=", viewer)`,
    `.where("c.id", "=", id)`,
    states("cases.summary"),
  ),
  refusal("matches_take_a_seat", "matches_keep_their_course()", offers("of a hundred at once")),
  refusal("matches_lapsed", "matches_keep_their_course()", offers("is over by the clock")),
];
