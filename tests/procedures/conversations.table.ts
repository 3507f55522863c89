import { type Cell, kines, members, patients, type Principal, type Who } from "./principals.ts";
import { about, type Row, row } from "./row.ts";

/** A conversation exists for the two people of its application, and for nobody else. */
export function between(kine: Principal | null, cell: Cell): Who {
  const who: Record<Principal, Cell> = { ...members("NOT_FOUND") };
  for (const each of ["owner", "owner in an old session", kine]) if (each) who[each as Principal] = cell;
  return who;
}
const proposed = (cell: Cell) => between("kine proposed", cell);
const accepted = (cell: Cell) => between("kine accepted", cell);
const rejected = (cell: Cell) => between("kine rejected", cell);

/** The results by the states of case and application; each application was decided within the month. */
const inSight = {
  "open proposed": proposed("ok"),
  "open rejected": rejected("ok"),
  "matched proposed": proposed("ok"),
  "matched accepted": accepted("ok"),
  "matched rejected": rejected("ok"),
  "closed proposed": proposed("ok"),
  "closed accepted": accepted("ok"),
  "closed rejected": rejected("ok"),
  "reviewed proposed": proposed("ok"),
  "reviewed accepted": accepted("ok"),
  "reviewed rejected": rejected("ok"),
  "without words": proposed("ok"),
  missing: members("NOT_FOUND"),
};
const whileOpen = {
  ...inSight,
  "open rejected": rejected("CONVERSATION_CLOSED"),
  "matched rejected": rejected("CONVERSATION_CLOSED"),
  "closed proposed": proposed("CONVERSATION_CLOSED"),
  "closed rejected": rejected("CONVERSATION_CLOSED"),
  "reviewed proposed": proposed("CONVERSATION_CLOSED"),
  "reviewed rejected": rejected("CONVERSATION_CLOSED"),
  "without words": proposed("CONVERSATION_CLOSED"),
};
/** An id later than that of any message. */
const END = "ffffffff-ffff-7fff-bfff-ffffffffffff";

export const conversations: Record<string, Row> = {
  "conversations.read": about("match", "matched proposed", inSight),
  "conversations.mine": row(patients("ok")),
  "conversations.received": row(kines("ok")),
  "conversations.unread": row(members("ok")),
  "conversations.withdrawn": row(members("ok")),
  "conversations.send": about("match", "matched proposed", whileOpen, ({ id }) => ({
    id,
    body: "¿Cuándo podrías empezar?",
  })),
  "conversations.seen": about("match", "matched proposed", inSight, ({ id }) => ({ id, up_to: END })),
  "conversations.showReading": row(members("ok"), () => ({ is_on: false })),
  "conversations.block": about("match", "matched proposed", inSight),
  "conversations.unblock": about("match", "matched proposed", inSight),
  "conversations.blocked": row(members("ok")),
  // An id that is no block of the caller's unblocks nobody, and tells nothing.
  "conversations.unblockPerson": about("profile", "kine accepted", {
    "kine accepted": members("ok"),
    owner: members("ok"),
    deleted: members("ok"),
  }),
};
