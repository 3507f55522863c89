import { createRouterClient } from "@orpc/server";
import { createContext, type RouterContextProvider } from "react-router";
import { calling } from "./api/refusals.server.ts";
import type { Context } from "./api/request-context.server.ts";
import { router } from "./router.server.ts";

export const callContext = createContext<Context>();

/** In-process API client for loaders, with the same guards and errors. */
export function serverApi(context: Readonly<RouterContextProvider>) {
  const call = context.get(callContext);
  return createRouterClient(router, {
    context: call,
    interceptors: [({ path, next }) => calling(call, path, async () => next())],
  });
}
