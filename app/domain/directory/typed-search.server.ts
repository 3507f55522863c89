import { cut } from "../../shared/text/cut.ts";
import { textKey } from "../../shared/text/words.ts";
import type { Services } from "../../api/services.server.ts";
import { type Area, type Topic, topicIn } from "./addresses.ts";
import type { Contents } from "./contents.server.ts";
import { directoryCopy } from "./copy.server.ts";
import { type Asked, askedIn, queryOf } from "./query.ts";
import { areaOf, searchLeadsTo } from "./search-words.server.ts";
import { searchedIn } from "./topics.server.ts";
import { specialtyWanted } from "./words.ts";

const LONGEST = 80;
/** A heading says no longer text, and none with digits or dots: the address of a list may come from anybody. */
const SAYABLE = /^[\p{L}\p{M} ,'’-]{1,40}$/u;

/** The two texts of a search as they were typed; a text is empty when it does not lead to the list, or only repeats the list's own name. */
export type Typed = { what: string; where: string };

/** What was typed to reach a list, from its address. */
export function typedIn(query: URLSearchParams, topic: Topic, asked: Asked, contents: Contents): Typed {
  const own = searchedIn(topic, asked.specialties, contents);
  const [what, where] = [textOf(query, "que"), textOf(query, "donde")];
  const leadsToWhat = what !== "" && specialtyWanted(what) === onlySpecialty(topic, asked);
  const area = where === "" ? null : areaOf(contents, where);
  return {
    what: leadsToWhat && textKey(what) !== textKey(own.what) ? what : "",
    where: area && isSameArea(area, topic.area) && textKey(where) !== textKey(own.where) ? where : "",
  };
}

const textOf = (query: URLSearchParams, name: "que" | "donde") =>
  cut(query.get(name) ?? "", LONGEST)
    .replaceAll(/[\s\p{C}]+/gu, " ")
    .trim();

/** The specialty of a list, from its path or as its only filter of specialties. */
export const onlySpecialty = ({ specialty }: Topic, { specialties }: Asked): string | null =>
  specialty ?? (specialties.length === 1 ? (specialties[0] ?? null) : null);

const keyOf = (area: Area) => ("place" in area ? area.place : "jurisdiction" in area ? area.jurisdiction : area.kind);
/** A search leads to a place's list; the list of home visits there answers the same words. */
const isSameArea = (one: Area, other: Area) => keyOf(one) === keyOf(other);

/** The two fields of a list's search, and its heading "Dolor de espalda · CABA" where a specialty was asked for; null elsewhere. */
export function searchOf(contents: Contents, topic: Topic, asked: Asked, typed: Typed) {
  const own = searchedIn(topic, asked.specialties, contents);
  const isAsked = typed.what !== "" || (topic.specialty === null && onlySpecialty(topic, asked) !== null);
  const what = SAYABLE.test(typed.what) ? typed.what.charAt(0).toUpperCase() + typed.what.slice(1) : own.what;
  const where = `${own.where || "Argentina"}${topic.area.kind === "home" ? ", a domicilio" : ""}`;
  return {
    searched: { what: typed.what || own.what, where: typed.where || own.where },
    search_heading: isAsked ? `${what} · ${where}` : null,
  };
}

/** The address of the list that a search found, with what was typed; or the text that the search did not understand. */
export async function searchAddress(services: Services, what: string, where: string) {
  const led = await searchLeadsTo(services, what, where);
  if ("unknown" in led) return led;
  const contents = await services.copies.of(directoryCopy).read();
  const { pathname, searchParams } = new URL(led.to, "http://list");
  const [topic, asked] = [topicIn(pathname, (slug) => contents.places.get(slug)), askedIn(searchParams)];
  if (!topic || !asked) return led;
  searchParams.set("que", what);
  searchParams.set("donde", where);
  return { to: pathname + queryOf(asked, typedIn(searchParams, topic, asked, contents)) };
}
