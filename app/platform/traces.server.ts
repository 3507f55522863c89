import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { LogEvent } from "kysely";
import type { Logger } from "pino";
import { version } from "../../package.json" with { type: "json" };
import { AppError } from "../shared/app-error.server.ts";
import { atMost } from "./at-most.server.ts";

const EXPORT_MS = 3_000;
const LONGEST_STATEMENT = 4_096;
const FAULTS = new Set(["INTERNAL_SERVER_ERROR", "UNAVAILABLE"]);

/** The endpoint for traces, and the share of requests to trace, from 0 to 1. */
export type TraceSettings = { endpoint: string; share: number };

/**
 * Spans at three levels: the request by its route pattern, the procedure by its name, the statement by its SQL text. No span holds names,
 * inputs or outputs of users.
 */
export type Traces = {
  /** Traces a request, whose answer reports its route and status. */
  request(method: string, requestId: string, answer: () => Promise<{ route: string; status: number }>): Promise<void>;
  /** Traces a procedure. Rethrows its errors. */
  procedure<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Records a statement that has just been answered, as part of the current request. */
  queried(event: LogEvent): void;
  /** Flushes the remaining spans. */
  close(): Promise<void>;
};

/** Starts tracing. Nothing is stored at module level: no provider, propagator or context of OpenTelemetry becomes the global one. */
export function openTraces({ endpoint, share }: TraceSettings, log: Logger): Traces {
  const exporter = logged(new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_MS }), log);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "kinexo", "service.version": version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanLimits: { attributeValueLengthLimit: LONGEST_STATEMENT },
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_MS })],
  });
  const tracer = provider.getTracer("kinexo");
  const current = new AsyncLocalStorage<Context>();

  async function within<T>(
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    work: (span: Span) => Promise<T>,
  ): Promise<T> {
    const parent = current.getStore() ?? ROOT_CONTEXT;
    const span = tracer.startSpan(name, { kind, attributes }, parent);
    try {
      return await current.run(trace.setSpan(parent, span), () => work(span));
    } finally {
      span.end();
    }
  }

  return {
    request: (method, requestId, answer) =>
      within(
        method,
        SpanKind.SERVER,
        { "http.request.method": method, "kinexo.request_id": requestId },
        async (span) => {
          const { route, status } = await answer();
          span
            .updateName(`${method} ${route}`)
            .setAttributes({ "http.route": route, "http.response.status_code": status });
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        },
      ),
    procedure: (name, work) =>
      within(name, SpanKind.INTERNAL, { "rpc.method": name }, async (span) => {
        try {
          return await work();
        } catch (error) {
          const code = error instanceof AppError ? error.code : "INTERNAL_SERVER_ERROR";
          span.setAttribute("error.type", code);
          if (FAULTS.has(code)) span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        }
      }),
    queried(event) {
      const parent = current.getStore();
      if (!parent) return;
      const { query, queryDurationMillis } = event;
      const now = performance.now();
      const span = tracer.startSpan(
        /^\s*(\w+)/.exec(query.sql)?.[1] ?? "query",
        {
          kind: SpanKind.CLIENT,
          startTime: now - queryDurationMillis,
          attributes: { "db.system.name": "postgresql", "db.query.text": query.sql },
        },
        parent,
      );
      if (event.level === "error") {
        // Only the code of an error: PostgreSQL's message may quote a row.
        const { code } = event.error as { code?: string };
        span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", code ?? "unknown");
      }
      span.end(now);
    },
    async close() {
      const flushed = provider.shutdown().catch(() => undefined);
      await atMost(EXPORT_MS, flushed);
    },
  };
}

/** Wraps an exporter so that it logs once when the collector rejects spans. */
function logged(exporter: SpanExporter, log: Logger): SpanExporter {
  let isAway = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error && !isAway) log.warn({ reason: result.error.message }, "traces are not taken");
        isAway = result.error !== undefined;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
