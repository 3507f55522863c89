import type { Asked } from "./load.ts";

/** The users and ids in the requests. */
export type Subjects = {
  kine: { id: string; token: string };
  patient: { id: string; token: string };
  /** Users who can sign in, one per concurrent connection. */
  members: { email: string; password: string }[];
  /** Open cases that the specialist has not applied to. */
  open: string[];
  /** The path of a script of the pages. */
  asset: string;
};

type Question = { writes?: true; product: (url: string) => Asked; reference?: (url: string) => Asked };

/** The measured requests by name, the same for product and reference. */
export function ourAsked({ kine, patient, members, open, asset }: Subjects): Record<string, Question> {
  const json = { "content-type": "application/json" };
  const plain =
    (path: string) =>
    (url: string): Asked => ({ url: url + path });
  const call =
    (procedure: string, input: () => unknown, token?: string) =>
    (url: string): Asked => ({
      url: `${url}/rpc/${procedure}`,
      method: "POST",
      headers: { ...json, ...(token && { authorization: `Bearer ${token}` }) },
      body: () => JSON.stringify({ json: input() }),
    });
  const applying = () => {
    let next = 0;
    return () => {
      const id = open[next++];
      if (!id) throw new Error("the open cases are used up: measure for a shorter time");
      return id;
    };
  };
  return {
    "open cases of a specialist": {
      product: call("cases/available", () => ({}), kine.token),
      reference: plain(`/available?${kine.id}`),
    },
    "a patient's cases": {
      product: call("cases/mine", () => ({}), patient.token),
      reference: plain(`/mine?${patient.id}`),
    },
    "public profile, data": {
      product: call("profiles/publicProfile", () => ({ id: kine.id })),
      reference: plain(`/profile?${kine.id}`),
    },
    "public profile, page": { product: plain(`/kines/${kine.id}`), reference: plain(`/profile?${kine.id}`) },
    apply: {
      writes: true,
      product: (url) => {
        const next = applying();
        const message = "Trabajo con rodillas desde hace diez años";
        return { ...call("matches/apply", () => ({ case_id: next(), message }), kine.token)(url), isKeyed: true };
      },
      reference: (url) => {
        const next = applying();
        return { url, method: "POST", path: () => `/apply?${next()}&${kine.id}` };
      },
    },
    // As many from one address at once as the limits allow without a captcha.
    "sign-in": {
      product: (url) => {
        let turn = 0;
        return {
          url: `${url}/auth/v1/token?grant_type=password`,
          method: "POST",
          headers: json,
          connections: members.length,
          body: () => JSON.stringify(members[turn++ % members.length]),
        };
      },
    },
    "static file": { product: plain(asset) },
  };
}
