import type { BounceKind } from "../bounces.server.ts";

/** Enhanced status codes (RFC 3463) of mailboxes and domains that do not exist or take no mail, in their final form. */
const GONE = /^5\.(1\.(0|1|2|3|4|6|9|10)|2\.1|4\.1|4\.4)$/;
/** What servers without a telling code say of a mailbox that does not exist. */
const GONE_WORDS =
  /(user|recipient|mailbox|address|account|alias)[^.;]{0,40}(unknown|does ?n.t exist|does not exist|not found|no longer|disabled|inactive|invalid)|(unknown|no such|invalid|non-?existent|disabled) (local )?(user|recipient|mailbox|address|account)|domain[^.;]{0,30}(not found|does not exist)|host unknown|no mx/i;
/** What they say of everything else: their rules, their space, our fame. */
const OTHER_WORDS =
  /spam|block|blacklist|reputation|policy|dmarc|spf|dkim|quota|full|over ?storage|too (large|big)|rate|greylist|try again|temporar|timed? ?out|virus|relay/i;

/**
 * Whether a refusal ends the use of an address: only one that says that the mailbox or its domain does not exist. A full mailbox and a
 * refused content may be different tomorrow. `status` is an enhanced code, `reply` an SMTP code, `words` what the server said.
 */
export function classOfRefusal(refusal: { status?: string; reply?: number; words?: string }): BounceKind {
  const { status = "", reply = 0, words = "" } = refusal;
  const isVague = status === "" || /^5\.(0\.0|1\.0|2\.0|3\.0|5\.0)$/.test(status);
  if (!isVague) return GONE.test(status) ? "hard" : "soft";
  if (status === "" && reply > 0 && reply < 500) return "soft";
  if (GONE_WORDS.test(words) && !/spam|block|policy|quota|full/i.test(words)) return "hard";
  if (OTHER_WORDS.test(words)) return "soft";
  // Without a word more, 550, 551 and 553 are about the mailbox (RFC 5321).
  return reply === 550 || reply === 551 || reply === 553 || status === "5.1.0" ? "hard" : "soft";
}
