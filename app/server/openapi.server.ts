import { OpenAPIGenerator } from "@orpc/openapi";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import { router } from "./router.server.ts";
import type { Settings } from "./settings.ts";

const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });

/** The OpenAPI document of every procedure, made from the router itself. */
export function openApiDocument(settings: Settings) {
  return generator.generate(router, {
    info: { title: settings.productName, version: "1" },
    servers: [{ url: `${settings.publicUrl}/api` }],
    security: [{ session: [] }],
    components: { securitySchemes: { session: { type: "http", scheme: "bearer", bearerFormat: "JWT" } } },
  });
}
