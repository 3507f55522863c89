import { type ClientContext, createORPCClient } from "@orpc/client";
import { RPCLink } from "@orpc/client/fetch";
import type { InferRouterOutputs, RouterClient } from "@orpc/server";
import { createTanstackQueryUtils, TANSTACK_QUERY_OPERATION_CONTEXT_SYMBOL as OPERATION } from "@orpc/tanstack-query";
import { QueryClient } from "@tanstack/react-query";
import type { Router } from "../router.server.ts";
import { errorCode, isRefusal } from "../shared/errors.ts";
import { takeFirstCall } from "./first-calls.ts";
import { noteBuild } from "./new-build.ts";
import { withRecentProof } from "./recent-proof.ts";
import { forgetKey, forgetKeysOf, idempotencyKeyOf } from "./idempotency-keys.ts";
import { currentSession } from "./session.ts";
import { untilStaying } from "./unsaved.ts";

/**
 * A call may bring its own idempotency key, when the key must outlive the page. A read that is called without TanStack Query says `isRead`:
 * the success of a write drops the keys of its kind.
 */
type CallContext = ClientContext & { idempotencyKey?: string; isRead?: true };

/** The options of a read that is called without TanStack Query. */
export const READ = { context: { isRead: true } } as const;

const link = new RPCLink<CallContext>({
  url: () => `${location.origin}/rpc`,
  headers: async ({ context }, path, input) => {
    const session = await currentSession();
    return {
      ...(session && { authorization: `Bearer ${session.access_token}` }),
      // A retried mutation reuses its idempotency key while it has no answer, so the server runs it once.
      ...(!isQuery(context) && { "idempotency-key": keyOf(context, path, input) }),
    };
  },
  fetch: async (request, init, _options, path, input) => {
    const first = takeFirstCall(serialise(path, input), request.headers.get("authorization"));
    const response = (await first?.catch(() => null)) ?? (await fetch(request, init));
    noteBuild(response);
    return response;
  },
  interceptors: [
    async ({ path, input, context, next }) => {
      try {
        if (isQuery(context)) await untilStaying();
        const answer = await withRecentProof(() => next());
        // Confirming the password changes no data, so the keys of the call that needed it stay valid for its retry.
        if (!isQuery(context) && path.at(-1) !== "confirmPassword") forgetKeysOf(kindOf(path));
        return answer;
      } catch (error) {
        if (isRefusal(error)) forgetKey(kindOf(path), serialise(path, input));
        throw error;
      }
    },
  ],
});

const isQuery = (context: CallContext) => context.isRead || (context[OPERATION]?.type ?? "mutation") !== "mutation";
const kindOf = ([kind = ""]: readonly string[]) => kind;
const keyOf = ({ idempotencyKey }: CallContext, path: readonly string[], input: unknown) =>
  idempotencyKey ?? idempotencyKeyOf(kindOf(path), serialise(path, input));
const serialise = (path: readonly string[], input: unknown) => JSON.stringify([path, input]);

/** The server's procedures, typed by the router itself. Throws errors of the catalogue (shared/errors.ts). */
export const api: RouterClient<Router, CallContext> = createORPCClient(link);

/** The procedures as TanStack Query options: `queries.cases.mine.queryOptions()`. */
export const queries = createTanstackQueryUtils(api);

/** The output type of each procedure: `Answers["cases"]["mine"]`. */
export type Answers = InferRouterOutputs<Router>;

/** How long after the browser's "online" event a write may still fail for lack of a network. */
const JUST_BACK_MS = 2_000;

type Me = Answers["accounts"]["me"];

let kept: { person: string; queryClient: QueryClient } | null = null;

/**
 * The query client of an authorised user, the same until the document ends: who comes back from a profile finds the lists as they left them,
 * while they are read again.
 */
export function queryClientOf(me: Me): QueryClient {
  if (kept?.person === me.id) void kept.queryClient.invalidateQueries();
  else kept = { person: me.id, queryClient: createQueryClient() };
  kept.queryClient.setQueryData(queries.accounts.me.queryKey(), me);
  return kept.queryClient;
}

/**
 * Errors of the catalogue are final. Any other failed query is retried twice; a write that failed just after the network came back is
 * retried once.
 */
function createQueryClient(): QueryClient {
  let backAt = -Infinity;
  addEventListener("online", () => (backAt = performance.now()));
  const isJustBack = () => performance.now() - backAt < JUST_BACK_MS;
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 5_000, retry: (failures, error) => errorCode(error) === null && failures < 2 },
      // Safe to retry: the idempotency key makes the server run it once.
      mutations: { retry: (failures, error) => error instanceof TypeError && failures < 1 && isJustBack() },
    },
  });
}
