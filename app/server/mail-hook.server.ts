import { createHash, timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Services } from "../api/services.server.ts";
import { AppError } from "../shared/app-error.server.ts";
import { noteBounce } from "../platform/mail/bounces.server.ts";
import { type MailReport, readDeliveryReport } from "../platform/mail/reports/delivery-report.ts";
import { readProviderReport, readSesReport } from "../platform/mail/reports/provider-reports.ts";
import { type CertificateOf, isOfAmazon, openCertificates, readSigned } from "../platform/mail/reports/sns.server.ts";

/** A report with the whole message that it returns. */
const MOST_BYTES = 1_000_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * What became of our mails, as a mail server or a provider reports it. A caller with the token gets one answer, whether the report is believed
 * or not: it must name the Message-ID of a mail that we sent to that account within seven days, which only its readers know.
 */
export function mailHookRoutes(services: Services, certificateOf: CertificateOf = openCertificates()) {
  const { settings, log } = services;
  return new Hono().post("/hooks/mail/:token", bodyLimit({ maxSize: MOST_BYTES }), async (c) => {
    if (!isToken(settings.mailHook?.token ?? null, c.req.param("token"))) throw new AppError("NOT_FOUND");
    const report = await readReport(await c.req.text(), settings.mailHook?.topic ?? null, certificateOf).catch(
      (error: Error) => {
        log.warn({ reason: error.message }, "mail report not read");
        return null;
      },
    );
    if (report) await believe(services, report);
    return c.body(null, 204);
  });
}

function isToken(token: string | null, given: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return token !== null && timingSafeEqual(digest(given), digest(token));
}

async function readReport(
  body: string,
  topic: string | null,
  certificateOf: CertificateOf,
): Promise<MailReport | null> {
  if (!body.trimStart().startsWith("{")) return readDeliveryReport(body);
  const json: unknown = JSON.parse(body);
  if (typeof json !== "object" || json === null || !("TopicArn" in json)) return readProviderReport(json);
  const signed = topic === null ? null : await readSigned(json, topic, certificateOf);
  if (!signed) return null;
  if (signed.Type === "Notification") return readSesReport(JSON.parse(signed.Message));
  if (signed.SubscribeURL && isOfAmazon(signed.SubscribeURL))
    await fetch(signed.SubscribeURL, { redirect: "error", signal: AbortSignal.timeout(5_000) });
  return null;
}

async function believe({ db, settings }: Services, { messageId, bounce }: MailReport): Promise<void> {
  const [id = "", host, ...more] = messageId.split("@");
  const isOurs = host === new URL(settings.publicUrl).hostname && more.length === 0 && UUID.test(id);
  if (isOurs) await noteBounce(db, id, bounce);
}
