import type { Services } from "../../api/services.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import { signLink } from "../../platform/signed-links.server.ts";
import { isPdf } from "../cases/case.ts";

/** A link to a message's file, for this session only and for five minutes. */
export function fileOf({ settings, clock }: Services, viewer: Pick<Viewer, "session_id">, path: string | null) {
  if (path === null) return null;
  const url = signLink(settings.secret, `/files/messages/${path}`, viewer.session_id ?? "", clock.now());
  return { url, kind: isPdf(path) ? ("pdf" as const) : ("image" as const) };
}
