import { randomInt } from "node:crypto";
import type { Asked } from "./load.ts";
import type { Subjects } from "./prepare.ts";

/** Requests other than procedures, by name; `most` is the largest number of connections. */
export function othersOf(
  url: string,
  { members, profiles, asset }: Subjects,
): Record<string, Asked & { most?: number }> {
  let turn = 0;
  const packed = { "accept-encoding": "gzip" };
  return {
    "page of a random profile": {
      url,
      headers: packed,
      next: () => ({ path: `/kines/${profiles[randomInt(profiles.length)]}` }),
    },
    "page of one profile, the best case": { url: `${url}/kines/${profiles[0]}`, headers: packed },
    // As many concurrent sign-ins from one address as the limits allow without a captcha.
    "sign-in": {
      url: `${url}/auth/v1/token?grant_type=password`,
      method: "POST",
      headers: { "content-type": "application/json" },
      most: members.length,
      next: () => ({ body: JSON.stringify(members[turn++ % members.length]) }),
    },
    "static file": { url: url + asset },
  };
}
