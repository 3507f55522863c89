import { OpenAPIGenerator } from "@orpc/openapi";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import { KEY } from "../api/idempotency.server.ts";
import { router } from "../router.server.ts";
import type { Settings } from "../platform/settings.ts";

const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });

/** What changes something by `transaction` or `statement`, and so once however often it is sent under one key. */
const KEYED = [
  "accounts/assignRole", "accounts/createKine", "availabilities/replace", "cases/close", "cases/create", "cases/update", "cases/withdraw",
  "consents/giveHealth", "consents/withdrawHealth", "kineApplications/approve", "kineApplications/reject", "kineApplications/reopen", "matches/accept",
  "matches/apply", "matches/reject", "matches/withdraw", "moderation/closeCase", "moderation/hideReview", "moderation/restore",
  "moderation/showReview", "moderation/suspend", "profileChanges/approve", "profileChanges/reject", "profileChanges/withdraw", "profiles/update", "reports/create", "reports/decide", "reviews/create", "sessions/end",
];

const IdempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "What the sender calls this request. Sent again under the same key within a day, it is answered as the first time and done once; "
    + "another request under that key is refused with KEY_REUSED.",
  schema: { type: "string", pattern: KEY.source },
} as const;

/** The OpenAPI document of every procedure, made from the router itself. */
export async function openApiDocument(settings: Settings) {
  const document = await generator.generate(router, {
    info: { title: settings.productName, version: "1" },
    servers: [{ url: `${settings.publicUrl}/api` }],
    security: [{ session: [] }],
    components: {
      securitySchemes: { session: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      parameters: { IdempotencyKey },
    },
  });
  for (const name of KEYED) {
    const { post } = document.paths?.[`/${name}`] ?? {};
    if (!post) throw new Error(`there is no procedure ${name}`);
    post.parameters = [...(post.parameters ?? []), { $ref: "#/components/parameters/IdempotencyKey" }];
  }
  return document;
}
