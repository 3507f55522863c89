type Known = {
  photo_url: string | null;
  phone: string | null;
  location_city: string | null;
  license_number: string | null;
  specialty: string | null;
  price_range: string | null;
  modalities: string | null;
  bio: string | null;
};

const PARTS = [
  ["photo_url", "una foto"],
  ["bio", "algo sobre vos"],
  ["specialty", "tu especialidad"],
  ["license_number", "tu matrícula"],
  ["price_range", "un rango de precios"],
  ["modalities", "las modalidades"],
  ["location_city", "tu barrio"],
  ["phone", "un teléfono"],
] as const satisfies readonly (readonly [keyof Known, string])[];

/** How complete a specialist's profile is in the parts that patients look at, in percent, and the missing parts, the most useful first. */
export function completenessOf(profile: Known, hasHours: boolean): { percent: number; missing: string[] } {
  const missing: string[] = PARTS.filter(([field]) => !profile[field]).map(([, words]) => words);
  if (!hasHours) missing.splice(Math.min(2, missing.length), 0, "tus horarios");
  return { percent: Math.round((100 * (PARTS.length + 1 - missing.length)) / (PARTS.length + 1)), missing };
}
