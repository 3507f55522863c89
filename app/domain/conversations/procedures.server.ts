import * as blocks from "./blocks.server.ts";
import * as conversations from "./conversations.server.ts";
import { received } from "./received.server.ts";
import { withdrawn } from "./withdrawn.server.ts";
import * as writing from "./write.server.ts";

/** The procedures of conversations: what two people write to each other, and whom somebody blocked. */
export const conversationProcedures = {
  read: conversations.read,
  mine: conversations.mine,
  received,
  unread: conversations.unread,
  withdrawn,
  send: writing.send,
  seen: writing.seen,
  showReading: writing.showReading,
  block: blocks.block,
  unblock: blocks.unblock,
  blocked: blocks.blocked,
  unblockPerson: blocks.unblockPerson,
};
