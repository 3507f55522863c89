import { createRouterClient } from "@orpc/server";
import { router } from "../../app/router.server.ts";
import type { Pages } from "../../app/server/http-app.server.ts";

/** A minimal profile page, so that the page cache can be tested without a build. */
export const renderPlainly: Pages["render"] = async (request, context, nonce, cached) => {
  const id = new URL(request.url).pathname.split("/").at(-1) ?? "";
  const profile =
    cached ??
    (await createRouterClient(router, { context })
      .profiles.publicProfile({ id })
      .catch(() => null));
  if (!profile) return new Response(null, { status: 302, headers: { location: "/dashboard" } });
  const text = `<script nonce="${nonce}"></script><h1>${profile.name}</h1><p>${profile.bio}</p><b>${profile.review_count}</b>`;
  return new Response(text, { headers: { "content-type": "text/html; charset=utf-8" } });
};
