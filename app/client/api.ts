import { createORPCClient } from "@orpc/client";
import { RPCLink } from "@orpc/client/fetch";
import type { InferRouterOutputs, RouterClient } from "@orpc/server";
import { createTanstackQueryUtils } from "@orpc/tanstack-query";
import { QueryClient } from "@tanstack/react-query";
import type { Router } from "../server/router.server.ts";
import { errorCode } from "../shared/errors.ts";
import { hearBuild } from "./new-build.ts";
import { currentSession } from "./session.ts";

const link = new RPCLink({
  url: () => `${location.origin}/rpc`,
  headers: async () => {
    const session = await currentSession();
    return session ? { authorization: `Bearer ${session.access_token}` } : {};
  },
  fetch: async (request, init) => {
    const response = await fetch(request, init);
    hearBuild(response);
    return response;
  },
});

/** The server's procedures, typed by the router itself. Throws errors of the catalogue (shared/errors.ts). */
export const api: RouterClient<Router> = createORPCClient(link);

/** The same procedures as TanStack Query options: `queries.cases.mine.queryOptions()`. */
export const queries = createTanstackQueryUtils(api);

/** What each procedure answers: `Answers["cases"]["mine"]`. */
export type Answers = InferRouterOutputs<Router>;

/** Made once a page: a refusal is final, anything else is tried again twice. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 5_000, retry: (failures, error) => errorCode(error) === null && failures < 2 },
    },
  });
}
