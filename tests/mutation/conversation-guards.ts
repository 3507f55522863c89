import { type Guard, part, refusal } from "./guard.ts";

const CONVERSATIONS = "tests/conversations/conversations.test.ts";
const FILES = "tests/conversations/files.test.ts";
const READ = "app/domain/conversations/conversations.server.ts";

/** Guards of conversations: whose they are, what they hide, and blocks. */
export const conversationGuards: readonly Guard[] = [
  {
    name: "trigger messages_keep_their_course",
    sql: "drop trigger messages_keep_their_course on messages",
    noticedBy: { file: CONVERSATIONS, test: "open while proposed or accepted" },
  },
  ...["matches_need_no_block", "matches_of_the_blocked_wait"].map((constraint) =>
    refusal(constraint, "matches_keep_their_course()", { file: CONVERSATIONS, test: "a block holds" }),
  ),
  part("reports_go_with_who_said_it", "profiles", {
    file: CONVERSATIONS,
    test: "a reported message stays before the admin",
  }),
  {
    name: "contact data in messages",
    edits: [{ file: READ, from: "else coalesce(g.masked, g.body) end", to: "else g.body end" }],
    noticedBy: { file: CONVERSATIONS, test: "hidden from the reader by one mask" },
  },
  {
    name: "contact data in an application's own message",
    edits: [{ file: READ, from: "isHidden ? services.masked(opening) : opening", to: "opening" }],
    noticedBy: { file: CONVERSATIONS, test: "in an application and in a case" },
  },
  {
    name: "contact data beside a case",
    edits: [
      {
        file: "app/domain/cases/seen-case.server.ts",
        from: "maskedView(services, rest)",
        to: "maskedCase(services, rest)",
      },
    ],
    noticedBy: { file: CONVERSATIONS, test: "in the barrio of a patient and in the plan" },
  },
  {
    name: "contact data as words of a search",
    edits: [{ file: "app/domain/cases/offered-cases.server.ts", from: "saysWords(each, narrowed) && ", to: "" }],
    noticedBy: { file: CONVERSATIONS, test: "cannot be found by its words" },
  },
  {
    name: "files of conversations",
    edits: [
      {
        file: "app/domain/conversations/message-files.server.ts",
        from: "(conversation_state(g.match_id, ${viewer.id}) is not null",
        to: "(true",
      },
    ],
    noticedBy: { file: FILES, test: "only the two of them can open" },
  },
  {
    name: "files that nobody reported",
    edits: [
      {
        file: "app/domain/conversations/message-files.server.ts",
        from: " and exists (select from reports r where r.message_id = g.id)",
        to: "",
      },
    ],
    noticedBy: { file: FILES, test: "a reported file" },
  },
];
