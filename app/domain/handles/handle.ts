import { fold } from "../../shared/text/fold.ts";

export const HANDLE_MIN = 3;
export const HANDLE_MAX = 30;
/** Letters without accents, digits, and single hyphens between them. The database has the same rule. */
export const HANDLE = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** The path of a specialist's short address. */
export const handlePath = (handle: string) => `/k/${handle}`;

/** A handle derived from a name: "Carla Méndez" gives "carla-mendez". May be shorter than the allowed minimum. */
export function handleOf(name: string): string {
  return fold(name)
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, HANDLE_MAX)
    .replaceAll(/^-+|-+$/g, "");
}
