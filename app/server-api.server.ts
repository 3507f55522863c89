import { createRouterClient } from "@orpc/server";
import { createContext, type RouterContextProvider } from "react-router";
import { calling, type Context } from "./api/guards.server.ts";
import type { SeenProfile } from "./domain/profiles/profiles.server.ts";
import { router } from "./router.server.ts";

export const callContext = createContext<Context>();
/** The public profile that a page shows, where the page cache has read it already. */
export const cachedProfileContext = createContext<SeenProfile | null>(null);

/** The API for loaders, called in process: same guards, same refusals. */
export function serverApi(context: Readonly<RouterContextProvider>) {
  const call = context.get(callContext);
  return createRouterClient(router, {
    context: call,
    interceptors: [({ path, next }) => calling(call, path, async () => next())],
  });
}
