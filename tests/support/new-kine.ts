import { randomInt, randomUUID } from "node:crypto";
import type { CastMember } from "../../app/demo/cast.ts";

/** The input of an admin for a new specialist. */
export function newKine(overrides: Record<string, unknown> = {}) {
  const unique = randomUUID().slice(-12);
  return {
    name: "Mariana Gómez",
    email: `mariana.${unique}@example.com`,
    phone: "+54 11 5555-7777",
    birth_date: "1990-01-01",
    password: "Temporal2026x",
    license_number: `MN ${randomInt(10 ** 11, 10 ** 12)}`,
    specialty: "Kinesiología respiratoria",
    price_range: "$25.000 - $35.000",
    location_city: "Belgrano",
    modalities: ["consultorio", "online"] as ("consultorio" | "domicilio" | "online")[],
    bio: "Diez años en terapia intensiva.",
    accepted_terms: true,
    ...overrides,
  };
}

/** The same specialist as a cast member who can sign in. */
export const asMember = ({ email, password }: { email: string; password: string }): CastMember => ({
  email,
  password,
  role: "kine",
  metadata: {},
});
