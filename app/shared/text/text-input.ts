import { z } from "zod";
import { visible } from "./visible.ts";

const EDGE = /^[\s\u00AD\u115F\u1160\u200B\u200E\u200F\u202A-\u202E\u2060\u2800\u3164\uFEFF]$/u;
const JOINED_EMOJI = /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})/u;
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]+|\p{Cf}/gu;

/** Removes invisible characters, such as the marks that a chat adds on copying; joined emoji stay joined, and runs of blanks become one. */
const onOneLine = (text: string) =>
  text
    .split(JOINED_EMOJI)
    .map((part) => part.replaceAll(CONTROL, (found) => (/\p{Cf}/u.test(found) ? "" : " ")))
    .join("\u200D")
    .replaceAll(/\s+/gu, " ");

/** A text without blanks around it; what looks empty is the empty text. */
export function trimmed(text: string): string {
  if (!visible(text)) return "";
  let [start, end] = [0, text.length];
  // Place by place: an expression for the end begins again at each blank within the text.
  while (EDGE.test(text.charAt(start))) start += 1;
  while (EDGE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** A text that a person writes, `trimmed`: the field then refuses the empty text, or takes it as none. */
export const Text = z.string().overwrite(trimmed);

/** A text on one line, without invisible characters. */
export const Line = z.string().overwrite((text) => trimmed(onOneLine(text)));
