import { AppError } from "../../shared/app-error.server.ts";

/** Throws OWN_ACCOUNT where a decision is about the admin who makes it: they may have been a specialist or a patient before, and be one again. */
export function mustBeAboutOthers(admin: { id: string }, people: readonly (string | null | undefined)[]): void {
  if (people.includes(admin.id)) throw new AppError("OWN_ACCOUNT");
}
