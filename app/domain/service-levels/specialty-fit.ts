/** The zones of the body that a narrow specialty treats. The other specialties, and one that is not in the vocabulary, treat any. */
const ZONES: Readonly<Record<string, readonly string[]>> = {
  atm: ["mandibula", "cabeza", "cuello"],
  vestibular: ["cabeza", "cuello"],
  respiratoria: ["torax", "espalda-alta"],
  "piso-pelvico": ["pelvis", "cadera", "espalda-baja"],
};
const ADULT = 18;
const OLDER = 60;

/** The specialties that do not fit a case: narrow ones for another zone of the body, and those for another age. Unknown facts exclude none. */
export function unfitSpecialties(zone: string | null, age: number | null): string[] {
  const narrow = Object.entries(ZONES).filter(([, zones]) => zone !== null && !zones.includes(zone));
  return [
    ...narrow.map(([slug]) => slug),
    ...(age !== null && age >= ADULT ? ["pediatrica"] : []),
    ...(age !== null && age < OLDER ? ["geriatrica"] : []),
  ];
}
