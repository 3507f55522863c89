import { OpenAPIGenerator } from "@orpc/openapi";
import { type AnyProcedure, isProcedure } from "@orpc/server";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import { z } from "zod";
import type { ErrorCode } from "../shared/errors.ts";
import { allErrors } from "../shared/server-errors.server.ts";
import { KEY } from "../api/idempotency.server.ts";
import type { ProcedureMeta } from "../api/procedure-meta.ts";
import {
  admin,
  adminReads,
  kine,
  kineReads,
  member,
  memberReads,
  patient,
  patientReads,
  provenAdmin,
  routineAdmin,
  provenMember,
  provenPatient,
  signedIn,
} from "../api/guards.server.ts";
import { router } from "../router.server.ts";
import type { Settings } from "../platform/settings.ts";

type Interceptor = NonNullable<
  NonNullable<ConstructorParameters<typeof ZodToJsonSchemaConverter>[0]>["interceptors"]
>[number];

/** Documents a text that is trimmed and then validated (a pipe) with the validation's rule, plus the empty text if accepted. */
const withRuleOfPipe: Interceptor = ({ schema, options, next, ...rest }) => {
  if (options.strategy !== "input" || !(schema instanceof z.ZodPipe) || schema.def.out instanceof z.ZodTransform)
    return next();
  const [required, before] = next();
  if (typeof before !== "object" || before.type !== "string") return [required, before];
  const [, rule] = next({ schema: schema.def.out, options, ...rest });
  return [required, schema.safeParse("").success ? { anyOf: [rule, { type: "string", maxLength: 0 }] } : rule];
};

const generator = new OpenAPIGenerator({
  schemaConverters: [new ZodToJsonSchemaConverter({ interceptors: [withRuleOfPipe] })],
});

/** Errors of any operation: body not JSON, invalid, without length or too large; too many calls; overload; internal error. */
const ANY: ErrorCode[] = [
  "BAD_INPUT",
  "LENGTH_NEEDED",
  "FILE_TOO_LARGE",
  "TOO_MANY_REQUESTS",
  "UNAVAILABLE",
  "INTERNAL_SERVER_ERROR",
];
const OF_MEMBERS: ErrorCode[] = [
  "NOT_SIGNED_IN",
  "ACCOUNT_SUSPENDED",
  "SECOND_FACTOR_NEEDED",
  "PASSWORD_CHANGE_REQUIRED",
  "FACTOR_DUE",
];
const OF_ROLES: ErrorCode[] = [...OF_MEMBERS, "APPROVAL_PENDING", "NOT_ALLOWED"];
/** Errors of each guard, narrowest guard first. */
const GUARDS: [guard: AnyProcedure | { "~orpc": { middlewares: readonly unknown[] } }, refuses: ErrorCode[]][] = [
  [provenPatient, [...OF_ROLES, "RECENT_PROOF_NEEDED"]],
  [provenAdmin, [...OF_ROLES, "RECENT_PROOF_NEEDED"]],
  [routineAdmin, [...OF_ROLES, "RECENT_PROOF_NEEDED"]],
  [patient, OF_ROLES],
  [kine, OF_ROLES],
  [admin, OF_ROLES],
  [patientReads, OF_ROLES],
  [kineReads, OF_ROLES],
  [adminReads, OF_ROLES],
  [provenMember, [...OF_MEMBERS, "RECENT_PROOF_NEEDED"]],
  [member, OF_MEMBERS],
  [memberReads, OF_MEMBERS],
  [signedIn, ["NOT_SIGNED_IN"]],
];
const IdempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "A name that the sender gives this request. Repeated under the same key within a day, it runs once and returns the first answer; " +
    "a different request under that key is refused with KEY_REUSED.",
  schema: { type: "string", pattern: KEY.source },
} as const;

/** Errors of a procedure's guard, found by its middlewares; none for public procedures. */
function refusedByGuard(procedure: AnyProcedure): ErrorCode[] {
  const own = procedure["~orpc"].middlewares as readonly unknown[];
  return (
    GUARDS.find(([guard]) => guard["~orpc"].middlewares.every((middleware) => own.includes(middleware)))?.[1] ?? []
  );
}

/** Every error that a procedure may answer with: of any operation, of its guard, its own, and of its key. */
export function refusedBy(procedure: AnyProcedure): ErrorCode[] {
  const { refuses = [], writes } = procedure["~orpc"].meta as ProcedureMeta;
  return [...ANY, ...refusedByGuard(procedure), ...refuses, ...(writes === "once" ? ["KEY_REUSED" as const] : [])];
}

function* procedures(node: object, path = ""): Generator<[path: string, procedure: AnyProcedure]> {
  for (const [name, value] of Object.entries(node)) {
    if (isProcedure(value)) yield [`${path}${name}`, value];
    else yield* procedures(value as object, `${path}${name}/`);
  }
}

/** One response per status of the codes. */
function responsesOf(codes: ErrorCode[]) {
  const byStatus = Map.groupBy(new Set(codes), (code) => allErrors[code].status);
  return Object.fromEntries(
    byStatus
      .entries()
      .map(([status, own]) => [
        status,
        {
          description: own.join(", "),
          content: {
            "application/json": {
              schema: {
                type: "object" as const,
                properties: {
                  code: { type: "string" as const, enum: own },
                  status: { type: "integer" as const, const: status },
                  message: { type: "string" as const, description: "What people read, in Spanish." },
                  defined: { type: "boolean" as const },
                  ...(own.includes("INTERNAL_SERVER_ERROR") && {
                    data: {
                      type: "object" as const,
                      properties: { request_id: { type: "string" as const } },
                      required: ["request_id"],
                    },
                  }),
                },
                required: ["code", "status", "message", "defined"],
              },
            },
          },
        },
      ]),
  );
}

/** The OpenAPI document of all procedures, from the router and what each declares by `.meta(…)`. Throws when one has no summary. */
export async function openApiDocument(settings: Settings) {
  const document = await generator.generate(router, {
    info: {
      title: settings.productName,
      version: "1",
      description: "Every operation is a POST with a JSON body. A field that an operation does not name is ignored.",
    },
    servers: [{ url: `${settings.publicUrl}/api` }],
    components: {
      securitySchemes: { session: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      parameters: { IdempotencyKey },
    },
  });
  for (const [path, procedure] of procedures(router)) {
    const { post } = document.paths?.[`/${path}`] ?? {};
    const { summary, writes, session } = procedure["~orpc"].meta as ProcedureMeta;
    if (!post || !summary) throw new Error(`${path} has no summary`);
    const isKeyed = writes === "once";
    const guarded = refusedByGuard(procedure);
    post.summary = summary;
    post.security = guarded.length > 0 ? [{ session: [] }] : session === "optional" ? [{}, { session: [] }] : [];
    post.responses = { ...post.responses, ...responsesOf(refusedBy(procedure)) };
    if (isKeyed) post.parameters = [...(post.parameters ?? []), { $ref: "#/components/parameters/IdempotencyKey" }];
  }
  return document;
}
