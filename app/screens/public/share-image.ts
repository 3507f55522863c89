import { shareImage, shareTag } from "../../domain/profiles/share-image.server.ts";
import { callContext, serverApi } from "../../server-api.server.ts";
import { errorCode } from "../../shared/errors.ts";
import { isKnownByClient } from "../../platform/etag.server.ts";
import type { Route } from "./+types/share-image";

const RETRY_SECONDS = 5;

/** /kines/:id/share.png: the preview image for links to a public profile. */
export async function loader({ params, request, context }: Route.LoaderArgs): Promise<Response> {
  const call = context.get(callContext);
  const { productName } = call.services.settings;
  try {
    const profile = await serverApi(context).profiles.publicProfile({ id: params.id });
    const etag = `"${shareTag(profile, productName)}"`;
    const headers = {
      "content-type": "image/png",
      // As long as a photo: a cache may still show the image after its specialist was suspended.
      "cache-control": "public, max-age=300, must-revalidate",
      etag,
    };
    if (isKnownByClient(request.headers.get("if-none-match"), etag))
      return new Response(null, { status: 304, headers });
    return new Response(await shareImage(call, profile, productName), { headers });
  } catch (error) {
    const code = errorCode(error);
    if (code === "NOT_FOUND" || code === "BAD_INPUT") return new Response(null, { status: 404 });
    if (code !== "UNAVAILABLE") throw error;
    return new Response(null, { status: 503, headers: { "retry-after": String(RETRY_SECONDS) } });
  }
}
