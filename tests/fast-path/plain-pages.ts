import { createRouterClient } from "@orpc/server";
import { router } from "../../app/router.server.ts";
import type { Pages } from "../../app/server/http-app.server.ts";

const profile: Pages["profile"] = ({ name, bio, review_count }) =>
  `<h1>${name}</h1><p>${bio}</p><b>${review_count}</b>`;

/** A minimal page for each profile, so that how pages are answered can be tested without a build. */
export const plainPages: Pages = {
  build: "",
  profile,
  async render(request, context) {
    const id = new URL(request.url).pathname.split("/").at(-1) ?? "";
    const shown = await createRouterClient(router, { context })
      .profiles.publicProfile({ id })
      .catch(() => null);
    if (!shown) return new Response(null, { status: 302, headers: { location: "/dashboard" } });
    return new Response(profile(shown), { headers: { "content-type": "text/html; charset=utf-8" } });
  },
};
