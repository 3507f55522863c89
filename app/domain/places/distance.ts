type Centre = { latitude: number; longitude: number };

/** About one degree of latitude in km. */
export const KM_PER_DEGREE = 111.2;

const EARTH_KM = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The kilometres between two centres, by the haversine formula. */
export function kilometresBetween(one: Centre, other: Centre): number {
  const height = Math.sin(radians(other.latitude - one.latitude) / 2) ** 2;
  const width = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  const across = Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * width;
  return 2 * EARTH_KM * Math.asin(Math.sqrt(height + across));
}

/** "a 2 km", "a menos de 1 km". */
export const distanceInWords = (km: number) => (km < 1 ? "a menos de 1 km" : `a ${Math.round(km)} km`);
