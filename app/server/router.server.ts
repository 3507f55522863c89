import * as accounts from "../domain/accounts/accounts.server.ts";
import * as cases from "../domain/cases/cases.server.ts";
import * as kineApplications from "../domain/kine-applications/kine-applications.server.ts";
import * as matches from "../domain/matches/matches.server.ts";
import * as profiles from "../domain/profiles/profiles.server.ts";
import * as reviews from "../domain/reviews/reviews.server.ts";

/** The whole API on one page: noun, verb. Who may call each stands as the first word of the procedure. */
export const router = {
  accounts: {
    me: accounts.me,
    licenseAvailable: accounts.licenseAvailable,
    list: accounts.list,
    assignRole: accounts.assignRole,
  },
  profiles: {
    publicProfile: profiles.publicProfile,
  },
  cases: {
    create: cases.create,
    mine: cases.mine,
    get: cases.get,
    close: cases.close,
    available: cases.available,
    view: cases.view,
  },
  matches: {
    apply: matches.apply,
    mine: matches.mine,
    accept: matches.accept,
    reject: matches.reject,
  },
  reviews: {
    create: reviews.create,
    received: reviews.received,
  },
  kineApplications: {
    list: kineApplications.list,
    approve: kineApplications.approve,
    reject: kineApplications.reject,
  },
};

export type Router = typeof router;
