import { createHash, timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import { AppError } from "../shared/app-error.server.ts";
import type { Readiness } from "../platform/readiness.server.ts";
import type { Services } from "../api/services.server.ts";

/** Routes for load balancers and monitoring: liveness, readiness and metrics. */
export function healthRoutes({ metrics, settings, replica }: Services, readiness: Readiness) {
  return new Hono()
    .get("/healthz", (c) => c.json({ status: "ok" }))
    .get("/readyz", async (c) => {
      await readiness.check();
      return c.json({
        status: "ready",
        ...(replica && { replica: replica.figures().in_use ? "in use" : "not in use" }),
      });
    })
    .get("/metrics", async (c) => {
      if (!metrics || !mayRead(settings.metricsToken, c.req.header("authorization"))) throw new AppError("NOT_FOUND");
      return c.text(await metrics.text(), 200, { "cache-control": "no-store" });
    });
}

function mayRead(token: string | null, header = ""): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return token !== null && timingSafeEqual(digest(header), digest(`Bearer ${token}`));
}
