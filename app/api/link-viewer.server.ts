import { readSignedLink } from "../platform/signed-links.server.ts";
import { AppError } from "../shared/app-error.server.ts";
import { requireMember } from "./guards.server.ts";
import type { Services } from "./services.server.ts";
import { findViewer, type Viewer } from "./viewer.server.ts";

/**
 * The user of the live session for which a link was signed. Every signed link is opened through it, so a rule added to `requireMember` holds
 * for all of them. Throws NOT_FOUND for an altered or expired link, and what `requireMember` throws.
 */
export async function viewerOfLink({ db, settings, clock }: Services, url: URL): Promise<Viewer> {
  const session_id = readSignedLink(settings.secret, url, clock.now());
  const session =
    session_id &&
    (await db.selectFrom("auth.sessions").select("user_id").where("id", "=", session_id).executeTakeFirst());
  if (!session_id || !session) throw new AppError("NOT_FOUND");
  return requireMember(await findViewer(db, { session_id, user_id: session.user_id }));
}
