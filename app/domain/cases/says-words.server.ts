import { textKey } from "../../shared/text/words.ts";
import type { CaseTexts } from "./masked-case.server.ts";

/** Words of the barrio, and of the zone or title. */
type Filter = { location_city?: string | undefined; injury_area?: string | undefined };

/** Words without a letter or digit, such as "%", are in no text. */
function contains(text: string, words: string | undefined): boolean {
  if (!words) return true;
  const key = textKey(words);
  return key !== "" && textKey(text).includes(key);
}

/** Whether the masked texts of a case contain the words of a filter. A specialist cannot find a case by words that are hidden from them. */
export const saysWords = ({ title, injury_area, location_city }: CaseTexts, filter: Filter) =>
  contains(location_city ?? "", filter.location_city) && contains(`${injury_area ?? ""} ${title}`, filter.injury_area);
