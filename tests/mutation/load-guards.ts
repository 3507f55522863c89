import type { Guard } from "./guard.ts";

const LIMIT = "app/server/call-limit.server.ts";
const limit = (test: string) => ({ file: "tests/http/call-limit.test.ts", test });
const attack = { file: "tests/attacks/pdf.test.ts", test: "somebody whose files end processes waits" };

/** Guards that stop one caller from exhausting a node. */
export const loadGuards: readonly Guard[] = [
  {
    name: "the limit of a person's calls",
    edits: [
      {
        file: LIMIT,
        from: "{ key: claims.user_id, rate: ofPerson }",
        to: "{ key: `${Math.random()}`, rate: ofPerson }",
      },
    ],
    noticedBy: limit("calls of one person"),
  },
  {
    name: "the limit of an address",
    edits: [{ file: LIMIT, from: "key: addressBlock(address)", to: "key: `${Math.random()}`" }],
    noticedBy: limit("pages that are asked for"),
  },
  {
    name: "the limit of a block of networks",
    edits: [{ file: LIMIT, from: ", { key: wideBlock(address), rate: ofBlock }", to: "" }],
    noticedBy: limit("who has many networks"),
  },
  {
    name: "a token is not believed unread",
    edits: [{ file: LIMIT, from: "await auth.verifyAccessToken(token).catch(() => null)", to: "{ user_id: token }" }],
    noticedBy: limit("a token that is not ours"),
  },
  {
    name: "sessions are renewed without haste",
    edits: [{ file: LIMIT, from: "if (EXEMPT.test(path)) return false;", to: "" }],
    noticedBy: limit("probes, signing in"),
  },
  {
    name: "the wait after a killed process",
    edits: [
      { file: "app/platform/uploads/workers.server.ts", from: "if (backoff.msLeft(personId) > 0)", to: "if (false)" },
    ],
    noticedBy: attack,
  },
];
