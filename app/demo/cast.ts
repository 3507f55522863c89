import type { Role } from "../shared/roles.ts";

/** One of the five users shared by tests, demo data and screenshots. */
export type CastMember = { email: string; password: string; role: Role; metadata: Record<string, unknown> };

const terms = { accepted_terms: true };

/** Ana and Bruno are patients, Carla an approved specialist, Diego a pending one, Elena the admin. */
export const cast = {
  ana: {
    email: "ana@example.com",
    password: "Caminata2026",
    role: "patient",
    metadata: {
      role: "patient",
      name: "Ana Ferreyra",
      phone: "+54 11 4444-1111",
      birth_date: "1961-03-14",
      activity_level: "activo",
      location_city: "Caballito",
      ...terms,
    },
  },
  bruno: {
    email: "bruno@example.com",
    password: "Bicicleta2026",
    role: "patient",
    metadata: {
      role: "patient",
      name: "Bruno Acosta",
      phone: "+54 11 4444-2222",
      birth_date: "1988-09-02",
      activity_level: "deportista",
      location_city: "Villa Urquiza",
      ...terms,
    },
  },
  carla: {
    email: "carla@example.com",
    password: "Columna2026",
    role: "kine",
    metadata: {
      role: "kine",
      name: "Carla Benítez",
      phone: "+54 11 5555-3333",
      license_number: "MN 10432",
      specialty: "Kinesiología deportiva",
      price_range: "$25.000 - $35.000",
      modalities: "consultorio, domicilio",
      location_city: "Palermo",
      bio: "Quince años acompañando recuperaciones de rodilla, tobillo y columna.",
      ...terms,
    },
  },
  diego: {
    email: "diego@example.com",
    password: "Hombro2026",
    role: "kine",
    metadata: {
      role: "kine",
      name: "Diego Molina",
      phone: "+54 11 5555-4444",
      license_number: "MN 20917",
      specialty: "Rehabilitación traumatológica",
      price_range: "$15.000 - $25.000",
      modalities: "consultorio, online",
      location_city: "Almagro",
      bio: "Trabajo con personas mayores y posoperatorios.",
      ...terms,
    },
  },
  elena: { email: "elena@example.com", password: "Tablero2026", role: "admin", metadata: { name: "Elena Quiroga" } },
} as const satisfies Record<string, CastMember>;
