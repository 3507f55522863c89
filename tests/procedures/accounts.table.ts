import {
  everybody,
  members,
  nobody,
  type Principal,
  personOf,
  principals,
  proven,
  admins,
  signedIn,
  type Who,
} from "./principals.ts";
import { about, type Row, row } from "./row.ts";
import { newKine } from "../support/new-kine.ts";

/** Ending a session: admitted users may end their own, never another user's. */
const sessionEnds = Object.fromEntries(
  principals.map((whose): [Principal, Who] => {
    const own = principals.filter((who) => personOf(who) === personOf(whose));
    const who = members("NOT_FOUND");
    return [
      whose,
      { ...who, ...Object.fromEntries(own.filter((each) => who[each] === "NOT_FOUND").map((each) => [each, "ok"])) },
    ];
  }),
) as Record<Principal, Who>;

export const accounts: Record<string, Row> = {
  "accounts.me": row(signedIn("ok")),
  "accounts.confirmPassword": row({ ...everybody("WRONG_PASSWORD"), ...nobody }, () => ({
    password: "Equivocada2026",
  })),
  "notifications.list": row(members("ok")),
  "notifications.unseen": row(members("ok")),
  // Another person's notification stays unread; the answer does not reveal that it exists.
  "notifications.seen": about("notification", "unread", {
    unread: members("ok"),
    read: members("ok"),
    missing: members("ok"),
  }),
  "notifications.settings": row(members("ok")),
  "notifications.saveSettings": row(members("ok"), () => ({
    groups: [{ group: "news", push: false, mail: "daily" }],
    quiet: { from: "22:00", until: "07:30", zone: "America/Argentina/Ushuaia" },
  })),
  // Authorised by the token of a link in a mail.
  "notifications.unsubscribe": row(everybody("ok"), ({ unsubscription }) => ({ token: unsubscription })),
  "accounts.licenseAvailable": row(everybody("ok"), () => ({ license_number: "MN 1" })),
  "accounts.list": row(
    admins("ok"),
    () => ({}),
    () => [{ order: "oldest" }, { search: "zqna" }, { role: "kine" }],
  ),
  "accounts.assignRole": about("role", "other patient as patient", {
    "other patient as patient": proven(admins("ok")),
    "other patient as kine": proven(admins("ok")),
    "other patient as admin": proven(admins("ok")),
    "kine accepted as patient": proven(admins("ok")),
    "kine accepted as kine": proven(admins("ok")),
    "kine accepted as admin": proven(admins("ok")),
    "pending kine as patient": proven(admins("ok")),
    "pending kine as kine": proven(admins("ok")),
    "pending kine as admin": proven(admins("NOT_APPROVED_YET")),
    "turned down kine as patient": proven(admins("ok")),
    "turned down kine as kine": proven(admins("ok")),
    "turned down kine as admin": proven(admins("NOT_APPROVED_YET")),
    "unapproved admin as patient": proven(admins("ok")),
    "unapproved admin as kine": proven(admins("ok")),
    "unapproved admin as admin": proven(admins("NOT_APPROVED_YET")),
    "admin as patient": proven(admins("LAST_ADMIN")),
    "admin as kine": proven(admins("LAST_ADMIN")),
    "admin as admin": proven(admins("ok")),
    "deleted as patient": proven(admins("NOT_FOUND")),
    "deleted as kine": proven(admins("NOT_FOUND")),
    "deleted as admin": proven(admins("NOT_FOUND")),
  }),
  "accounts.createKine": row(
    proven(admins("ok")),
    () => newKine(),
    ({ emails, takenLicence }) => [newKine({ email: emails[0] }), newKine({ license_number: takenLicence })],
  ),
  "accounts.inviteAgain": about("account", "other patient", {
    "other patient": proven(admins("ALREADY_DONE")),
    "kine accepted": proven(admins("ALREADY_DONE")),
    "pending kine": proven(admins("ALREADY_DONE")),
    admin: proven(admins("ALREADY_DONE")),
    "moderated kine": proven(admins("NOT_FOUND")),
    deleted: proven(admins("NOT_FOUND")),
  }),
  "accounts.delete": row(proven(members("ok"))),
  "exports.ask": row(proven(members("ok"))),
  "sessions.mine": row(members("ok")),
  "sessions.end": about("session", "owner in an old session", sessionEnds),
  "push.state": row(members("ok")),
  "push.subscribe": row(members("ok"), ({ browser }) => browser),
  "push.unsubscribe": row(members("ok")),
  "push.test": row(members("NOT_FOUND")),
  "live.events": row(members("ok")),
};
