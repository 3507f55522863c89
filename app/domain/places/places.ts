/** A neighbourhood of the city or a municipality around it. */
export type Place = { name: string; hint: string };

const NEIGHBOURHOODS = `Agronomía, Almagro, Balvanera, Barracas, Belgrano, Boedo, Caballito, Chacarita, Coghlan, Colegiales,
  Constitución, Flores, Floresta, La Boca, La Paternal, Liniers, Mataderos, Monserrat, Monte Castro, Nueva Pompeya, Núñez,
  Palermo, Parque Avellaneda, Parque Chacabuco, Parque Chas, Parque Patricios, Puerto Madero, Recoleta, Retiro, Saavedra,
  San Cristóbal, San Nicolás, San Telmo, Versalles, Villa Crespo, Villa del Parque, Villa Devoto, Villa General Mitre,
  Villa Lugano, Villa Luro, Villa Ortúzar, Villa Pueyrredón, Villa Real, Villa Riachuelo, Villa Santa Rita, Villa Soldati,
  Villa Urquiza, Vélez Sarsfield`;

const MUNICIPALITIES = `Almirante Brown, Avellaneda, Berazategui, Esteban Echeverría, Ezeiza, Florencio Varela,
  General San Martín, Hurlingham, Ituzaingó, José C. Paz, La Matanza, Lanús, Lomas de Zamora, Malvinas Argentinas, Merlo,
  Moreno, Morón, Quilmes, San Fernando, San Isidro, San Miguel, Tigre, Tres de Febrero, Vicente López`;

// Farther out, but within reach of the city.
const OUTER_MUNICIPALITIES = `Berisso, Brandsen, Campana, Cañuelas, Ensenada, Escobar, Exaltación de la Cruz,
  General Las Heras, General Rodríguez, La Plata, Luján, Marcos Paz, Pilar, Presidente Perón, San Vicente, Zárate`;

const namesOf = (list: string) => list.split(",").map((name) => name.trim().replaceAll(/\s+/g, " "));
const listed = (list: string, hint: string): Place[] => namesOf(list).map((name) => ({ name, hint }));

/** The 48 neighbourhoods of Buenos Aires, the 24 municipalities of Greater Buenos Aires and the 16 beyond them. */
export const PLACES: readonly Place[] = [
  ...listed(NEIGHBOURHOODS, "Capital"),
  ...listed(MUNICIPALITIES, "Gran Buenos Aires"),
  ...listed(OUTER_MUNICIPALITIES, "Provincia"),
];

const MOST = 6;
const plain = (text: string) =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().trim().replaceAll(/\s+/g, " ");
const KNOWN = PLACES.map((place) => ({ place, text: plain(place.name) }));

/**
 * At most six places that match a text, ignoring accents and case: first those that begin with it, then those with another word that does.
 * None for an empty text or the exact name of a place.
 */
export function placesLike(typed: string): Place[] {
  const text = plain(typed);
  if (text === "" || PLACES.some(({ name }) => name === typed)) return [];
  const begin = KNOWN.filter((known) => known.text.startsWith(text));
  const within = KNOWN.filter((known) => !begin.includes(known) && known.text.includes(` ${text}`));
  return [...begin, ...within].slice(0, MOST).map(({ place }) => place);
}
