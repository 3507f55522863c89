import type { CaseTexts } from "./masked-case.server.ts";

/** Words of the barrio, and of the zone or title. */
type Asked = { location_city?: string | undefined; injury_area?: string | undefined };

/** As `name_key` of the database. */
const nameKey = (text: string) =>
  text
    .normalize("NFD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase();
const says = (text: string, words: string | undefined) => !words || nameKey(text).includes(nameKey(words));

/** Whether a case says the words that were asked for, as the specialist reads it: what is hidden from them finds nothing. */
export const saysWords = ({ title, injury_area, location_city }: CaseTexts, asked: Asked) =>
  says(location_city ?? "", asked.location_city) && says(`${injury_area ?? ""} ${title}`, asked.injury_area);
