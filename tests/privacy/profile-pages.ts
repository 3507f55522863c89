import { createRouterClient } from "@orpc/server";
import { router } from "../../app/router.server.ts";
import type { Pages } from "../../app/server/http-app.server.ts";

/** Pages with a profile's content, so that no build is needed. */
export const profilePages: Pages = {
  build: "",
  profile: (profile) => JSON.stringify(profile),
  render: async (request, context, nonce) => {
    const id = new URL(request.url).pathname.split("/")[2] ?? "";
    const profile = await createRouterClient(router, { context }).profiles.publicProfile({ id });
    return new Response(`<script nonce="${nonce}"></script>${JSON.stringify(profile)}`, {
      headers: { "content-type": "text/html" },
    });
  },
};
