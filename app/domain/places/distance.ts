type Centre = { latitude: number; longitude: number };

const EARTH_KM = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The kilometres between two centres, by the haversine formula. */
export function kilometresBetween(one: Centre, other: Centre): number {
  const height = Math.sin(radians(other.latitude - one.latitude) / 2) ** 2;
  const width = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  const across = Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * width;
  return 2 * EARTH_KM * Math.asin(Math.sqrt(height + across));
}
