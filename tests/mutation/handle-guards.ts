import { type Guard, part } from "./guard.ts";

const HANDLES = "tests/rules/handles.test.ts";

/** Guards of specialists' short addresses. */
export const handleGuards: readonly Guard[] = [
  part("handles_change_once_in_90_days", "handles", { file: HANDLES, test: "changes once in 90 days" }),
  {
    name: "handles that look alike",
    sql: "alter table handles drop constraint handles_look_key",
    noticedBy: { file: HANDLES, test: "look like a taken one" },
  },
  {
    name: "reserved handles",
    sql: "alter table handles drop constraint handles_not_reserved",
    noticedBy: { file: HANDLES, test: "nor one of the house" },
  },
  {
    name: "earlier handles of others",
    edits: [{ file: "app/domain/handles/handles.server.ts", from: `.where("handles.kine_id", "=", viewer)`, to: "" }],
    noticedBy: { file: HANDLES, test: "present or earlier" },
  },
];
