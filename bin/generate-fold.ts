// Prints the functions `fold` and `text_key` for a migration, from app/shared/text/. A test compares both sides over all of Unicode.
import { fold } from "../app/shared/text/fold.ts";

/** Letters with a decomposition that Unicode 14, the one of PostgreSQL 15, does not know. */
const LATER = [
  [0x105c9, 0x105e4],
  [0x11383, 0x113c8],
  [0x16121, 0x16128],
  [0x16d68, 0x16d6a],
  [0x1ccd6, 0x1ccf9],
  [0x1e030, 0x1e06d],
  [0xa7f1, 0xa7f1],
] as const;

const points = Array.from({ length: 0x10ffff }, (_, at) => at + 1).filter((point) => point < 0xd800 || point > 0xdfff);
const of = (point: number) => String.fromCodePoint(point);
const isLater = (point: number) => LATER.some(([first, last]) => point >= first && point <= last);
const isUnseen = (point: number) => /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(of(point));

const escaped = (point: number) =>
  point > 0xffff
    ? String.raw`\U${point.toString(16).padStart(8, "0")}`
    : String.raw`\u${point.toString(16).padStart(4, "0")}`;

/** The ranges of a class; what `isFree` says of is in it or not, whichever makes it shorter. */
function classOf(isIn: (point: number) => boolean, isFree: (point: number) => boolean): string {
  const ranges: [number, number][] = [];
  let isOpen = false;
  for (const point of points) {
    if (isFree(point)) continue;
    const last = ranges.at(-1);
    if (!isIn(point)) isOpen = false;
    else if (isOpen && last) last[1] = point;
    else {
      ranges.push([point, point]);
      isOpen = true;
    }
  }
  return ranges
    .map(([first, last]) => (first === last ? escaped(first) : `${escaped(first)}-${escaped(last)}`))
    .join("");
}

const folded = new Map(points.map((point) => [point, fold(of(point))]));
const isChanged = (point: number) => folded.get(point) !== of(point);
const unseen = classOf(isUnseen, () => false);
const words = classOf((point) => /[\p{L}\p{N}]/u.test(of(point)), isChanged);
const letters = points.filter(
  (point) =>
    isChanged(point) &&
    !isUnseen(point) &&
    (of(point).normalize("NFKD") === of(point) || isLater(point)) &&
    point > 0x7f,
);
const table = JSON.stringify({
  ...Object.fromEntries(Array.from({ length: 26 }, (_, at) => [of(0x41 + at), of(0x61 + at)])),
  ...Object.fromEntries(letters.map((point) => [of(point), folded.get(point)])),
}).replaceAll("'", "''");

console.log(`create or replace function fold(_text text) returns text language plpgsql immutable strict parallel safe as $fold$
declare
  -- Decomposed, an acute accent of its own would be a blank with a mark.
  _plain text := translate(regexp_replace(normalize(translate(_text, '´', ''''), NFKD),
    '[${unseen}]+', '', 'g'), '\`', '''');
begin
  if _plain !~ '[^\\u0001-\\u007f]' then
    return lower(_plain collate "C");
  end if;
  return normalize((
    select string_agg(coalesce('${table}'::jsonb ->> one, one), '' order by place)
    from regexp_split_to_table(_plain, '') with ordinality letters (one, place)), NFC);
end $fold$;

create or replace function text_key(_text text) returns text language sql immutable strict parallel safe
return btrim(regexp_replace(fold(_text),
  '[^${words}]+', ' ', 'g'));`);
