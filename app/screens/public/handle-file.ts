import { licenceBadge } from "../../domain/handles/badge.server.ts";
import { CARDS, cardTag, printedCard } from "../../domain/handles/card.server.ts";
import { handlePath } from "../../domain/handles/handle.ts";
import { holderOf, isClosed } from "../../domain/handles/handles.server.ts";
import { qrPicture } from "../../domain/handles/qr.server.ts";
import { drawnOnce } from "../../domain/profiles/share-image.server.ts";
import { callContext, serverApi } from "../../server-api.server.ts";
import { errorCode } from "../../shared/errors.ts";
import { isKnownByClient } from "../../platform/etag.server.ts";
import type { Route } from "./+types/handle-file";

const RETRY_SECONDS = 5;
const missing = () => new Response(null, { status: 404 });
// As long as a photo: a cache may still show the file after its specialist was suspended.
const CACHED = "public, max-age=300, must-revalidate";

/** /k/:handle/…: the QR code, the badge for other sites, and the cards to print. */
export async function loader({ params, request, context }: Route.LoaderArgs): Promise<Response> {
  const call = context.get(callContext);
  const { services } = call;
  const { publicUrl, productName } = services.settings;
  const holder = await holderOf(services, params.handle);
  if (!holder)
    return new Response(null, { status: (await isClosed(services, params.handle.toLowerCase())) ? 410 : 404 });
  const address = `${publicUrl}${handlePath(holder.handle)}`;
  const card = CARDS.find(({ file }) => file === params.file);
  if (params.file !== "qr.svg" && params.file !== "badge.svg" && !card) return missing();
  if (params.file === "qr.svg") return picture(qrPicture(address));
  const profile = await serverApi(context).profiles.publicProfile({ id: holder.id });
  if (card) {
    const shown = { ...profile, address, productName };
    const tag = cardTag(card, shown);
    const headers = { "content-type": "application/pdf", "cache-control": CACHED, etag: `"${tag}"` };
    if (isKnownByClient(request.headers.get("if-none-match"), headers.etag))
      return new Response(null, { status: 304, headers });
    try {
      return new Response(await drawnOnce(call, tag, () => printedCard(card, shown)), { headers });
    } catch (error) {
      if (errorCode(error) !== "UNAVAILABLE") throw error;
      return new Response(null, { status: 503, headers: { "retry-after": String(RETRY_SECONDS) } });
    }
  }
  const badge = licenceBadge(profile.licences, productName);
  return badge === null ? missing() : picture(badge, { "cross-origin-resource-policy": "cross-origin" });
}

const picture = (svg: string, headers: Record<string, string> = {}) =>
  new Response(svg, { headers: { "content-type": "image/svg+xml", "cache-control": CACHED, ...headers } });
