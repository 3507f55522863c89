import { type Suggestion, suggestionsOf } from "../vocabulary/vocabulary.ts";

/** A specialty; `name` is what a form suggests. */
export type Specialty = Suggestion & { slug: string; isTechnique: boolean; names: readonly string[] };

const specialty = (slug: string, name: string, hint: string, names: string, isTechnique = false): Specialty => ({
  slug,
  name,
  hint,
  names: names.split(", "),
  isTechnique,
});

/** The specialties, the commonest first; the last is a technique. */
export const SPECIALTIES: readonly Specialty[] = [
  specialty(
    "traumatologia",
    "Kinesiología traumatológica",
    "Huesos, articulaciones, posoperatorios",
    "Traumatología, traumatológica, traumatológico, traumatología y ortopedia, ortopedia y traumatología, ortopédica, musculoesquelética, osteomuscular, columna, posoperatorios, rehabilitación de rodilla",
  ),
  specialty(
    "deportiva",
    "Kinesiología deportiva",
    "Lesiones y vuelta al deporte",
    "Deportiva, deportivo, deporte, deportología, del deporte, lesiones deportivas",
  ),
  specialty(
    "neurologica",
    "Kinesiología neurológica",
    "ACV, Parkinson, lesión medular",
    "Neurológica, neurológico, neurología, neurorrehabilitación, neurokinesiología, neurokinesiológica, rehabilitación neurológica, ACV, parkinson, bobath",
  ),
  specialty(
    "respiratoria",
    "Kinesiología respiratoria",
    "Pulmón y respiración",
    "Respiratoria, respiratorio, cardiorrespiratoria, cardiorespiratoria, cardiopulmonar, neumología, kinesioterapia respiratoria",
  ),
  specialty(
    "pediatrica",
    "Kinesiología pediátrica",
    "Bebés, chicas y chicos",
    "Pediátrica, pediátrico, pediatría, infantil, niños, neurodesarrollo, neonatal, kinesiología en pediatría",
  ),
  specialty(
    "piso-pelvico",
    "Kinesiología de piso pélvico",
    "Embarazo, posparto, incontinencia",
    "Piso pélvico, suelo pélvico, uroginecología, uroginecológica, pelviperineal, perineal, perineología, obstétrica, obstetricia, posparto, embarazo, kinefisiatría obstétrica",
  ),
  specialty(
    "vestibular",
    "Kinesiología vestibular",
    "Mareos y equilibrio",
    "Vestibular, vértigo, mareos, equilibrio, rehabilitación vestibular",
  ),
  specialty(
    "geriatrica",
    "Kinesiología geriátrica",
    "Personas mayores",
    "Geriátrica, geriátrico, geriatría, gerontología, gerontológica, adultos mayores, personas mayores, tercera edad",
  ),
  specialty(
    "atm",
    "Kinesiología de ATM",
    "Mandíbula, cara y cuello",
    "ATM, temporomandibular, articulación temporomandibular, mandíbula, orofacial, bruxismo, craneomandibular",
  ),
  specialty(
    "oncologica",
    "Kinesiología oncológica",
    "Antes y después de un tratamiento",
    "Oncológica, oncológico, oncología, oncorehabilitación, oncorrehabilitación, kinesiología en oncología",
  ),
  specialty(
    "reumatologica",
    "Kinesiología reumatológica",
    "Artritis, artrosis, fibromialgia",
    "Reumatológica, reumatológico, reumatología, artritis, artrosis, fibromialgia",
  ),
  specialty(
    "drenaje-linfatico",
    "Drenaje linfático",
    "Linfedema",
    "Drenaje, drenaje linfático manual, linfedema, linfología, linfodrenaje, DLM",
  ),
  specialty(
    "quemados",
    "Kinesiología en quemados",
    "Quemaduras y cicatrices",
    "Quemados, quemaduras, cicatrices, grandes quemados, kinesiología del quemado",
  ),
  specialty(
    "osteopatia-rpg",
    "Osteopatía y RPG",
    "Técnica",
    "Osteopatía, RPG, reeducación postural global, osteópata, terapia manual y osteopatía, RPG y postura, RPG y osteopatía, terapia manual, postura, posturología",
    true,
  ),
];

/** At most six specialties that match a text, as `placesLike`. */
export const specialtiesLike = suggestionsOf(SPECIALTIES);
