import { BODY_ZONES } from "../body-zones/body-zones.ts";
import { SPECIALTIES } from "../specialties/specialties.ts";
import { isOneEditAway } from "../vocabulary/edit-distance.ts";
import { textKey } from "../../shared/text/words.ts";

/** From this many letters on, one wrong letter is forgiven. */
const TYPO_LENGTH = 5;

type Name = { key: string; words: readonly string[] };
type Entry = { slug: string; names: readonly Name[] };

const entryOf = (slug: string, names: readonly string[]): Entry => ({
  slug,
  names: names.map(textKey).map((key) => ({ key, words: key.split(" ") })),
});

/** The specialty that treats a zone of the body; traumatology treats all other zones. */
const SPECIALTY_OF_ZONE: Record<string, string> = { mandibula: "atm", torax: "respiratoria", pelvis: "piso-pelvico" };

/** Search terms in addition to the names of specialties and zones. */
const SYNONYMS: Record<string, string> = {
  traumatologia:
    "ciática, lumbalgia, hernia de disco, hernia, esguince, fractura, contractura, contracturas, tendinitis, artroscopia, prótesis de rodilla, " +
    "prótesis de cadera, manguito, escoliosis, tortícolis, huesos, postoperatorio, operación, bursitis, epicondilitis, fascitis, espolón",
  deportiva: "desgarro, desgarros, correr, running, fútbol, ligamentos, vuelta al deporte, deportistas, runner",
  neurologica:
    "ACV, stroke, derrame cerebral, hemiplejia, esclerosis múltiple, ELA, lesión medular, parálisis facial, neuro",
  respiratoria: "asma, EPOC, bronquitis, pulmón, pulmones, covid, respirar, neumonía, bronquiolitis",
  pediatrica: "bebé, bebés, bebe, nene, nena, chicos, niño, niña, niñez, plagiocefalia, parálisis cerebral",
  "piso-pelvico": "incontinencia, embarazada, parto, cesárea, prolapso, pérdidas de orina, diástasis, vejiga",
  vestibular: "mareo, vértigos, oído, equilibrio",
  geriatrica: "abuelo, abuela, viejos, ancianos, mayores, jubilados, caídas, vejez, gerontólogo",
  atm: "bruxismo, dientes, articulación de la mandíbula, cara",
  oncologica: "cáncer, mastectomía, quimioterapia, tumor",
  reumatologica: "artrosis, artritis, fibromialgia, reuma, osteoporosis",
  "drenaje-linfatico": "linfedema, edema, piernas hinchadas, retención de líquidos, linfático",
  quemados: "quemadura, cicatriz, piel",
  "osteopatia-rpg": "RPG, osteópata, postura, cadenas musculares, quiropraxia, masajes",
};

const wanted: readonly Entry[] = SPECIALTIES.map(({ slug, name, names }) => {
  const zones = BODY_ZONES.filter((zone) => (SPECIALTY_OF_ZONE[zone.slug] ?? "traumatologia") === slug);
  const others = [...(SYNONYMS[slug]?.split(", ") ?? []), ...zones.flatMap((zone) => [zone.name, ...zone.names])];
  return entryOf(slug, [name, ...names, ...others]);
});

/** Stop words: they do not tell specialties apart. */
const FILLERS_OF_WANTED = new Set(
  (
    "dolor dolores me duele duelen la el las los mi mis de del en por para con un una tengo problema problemas lesion lesiones rehabilitacion " +
    "kinesiologia kinesiologo kinesiologa kinesiologos kinesio kine fisioterapia fisioterapeuta especialista tratamiento terapia sesiones"
  ).split(" "),
);
const FILLERS_OF_PLACES = new Set(
  "de del la el en barrio zona ciudad caba capital federal buenos aires bs as provincia gba argentina cerca".split(" "),
);

/** The specialty that a visitor looks for by what they typed: its name, a part of the body, a complaint. Null without a match. */
export const specialtyWanted = (typed: string): string | null => bestMatch(wanted, typed, FILLERS_OF_WANTED);

type Named = { slug: string; name: string; names?: readonly string[] };

/** Opens a search of places by a visitor's text. The first of equally good matches wins. */
export function placeSearch(places: readonly Named[]): (typed: string) => string | null {
  const entries = places.map(({ slug, name, names = [] }) => entryOf(slug, [name, ...names]));
  return (typed) => bestMatch(entries, typed, FILLERS_OF_PLACES);
}

function bestMatch(entries: readonly Entry[], typed: string, fillers: ReadonlySet<string>): string | null {
  const whole = textKey(typed);
  const words = whole.split(" ");
  const significant = words.filter((word) => !fillers.has(word)).join(" ");
  for (const text of new Set([whole, significant])) {
    let best: { slug: string; distance: number; length: number } | null = null;
    if (text === "") continue;
    const typedWords = text.split(" ");
    for (const { slug, names } of entries) {
      for (const { key, words: known } of names) {
        const distance = distanceTo(key, known, text, typedWords);
        if (distance === null) continue;
        if (
          !best ||
          distance < best.distance ||
          (distance === best.distance && distance > 0 && key.length < best.length)
        )
          best = { slug, distance, length: key.length };
      }
    }
    if (best) return best.slug;
  }
  return null;
}

/** How far a name is from a text, 0 being the same; null when it does not fit. */
function distanceTo(key: string, known: readonly string[], text: string, typed: readonly string[]): number | null {
  if (key === text) return 0;
  if (key.startsWith(text)) return 1;
  if (text.length >= TYPO_LENGTH && isOneEditAway(key, text)) return 2;
  if (typed.every((word) => known.some((each) => each.startsWith(word)))) return 3;
  if (typed.every((word) => known.some((each) => isNear(each, word)))) return 4;
  if (` ${text} `.includes(` ${key} `)) return 5;
  // A prefix with a wrong letter: "palrem" for "palermo".
  if (text.length >= TYPO_LENGTH && key.length > text.length && isOneEditAway(key.slice(0, text.length), text))
    return 6;
  return null;
}

const isNear = (known: string, word: string) =>
  known.startsWith(word) || (word.length >= TYPO_LENGTH && isOneEditAway(known, word));
