import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { MessageKind } from "../../app/platform/mail/message.server.ts";
import { renderMessage } from "../../app/platform/mail/render-message.server.ts";
import { readSettings } from "../../app/platform/settings.ts";
import { messageKinds } from "../../app/server/messages.server.ts";

const email = "maria.de.los.angeles.fernandez.anchorena@consultorio-kinesiologia.example.com";
const token = "a".repeat(56);
/** The data of each kind of message, with long names. */
const facts: Record<string, unknown> = {
  kine_created: { name: "María de los Ángeles Fernández-Anchorena y Álvarez Thomas", email, token },
  confirmation_link: { token },
  recovery_link: { token },
  email_change_link: { token },
  email_change_asked: { email },
  email_changed: { email, token },
  email_restored: { email },
  password_changed: {},
  phone_changed: {},
  data_downloaded: {},
  new_device: { device: "Chrome en Windows", network: "2001:0db8:85a3:0000::/64", at: "2026-05-04T12:30:00Z" },
  access_revoked: { why: "first_proof" },
  factor_added: { factor: "una llave de acceso", token },
  factor_removed: { factor: "aplicación de códigos" },
  recovery_codes_made: { token },
  recovery_code_used: { left: 1 },
  identity_linked: { name: "Google", token },
  identity_unlinked: { way: "tu cuenta de Google" },
  admin_lost: { name: "María <b>Fernández</b>", email, by: "Elena", is_suspended: false, token },
  weakened_setting: { key: "admin_factor_days", before: 7, after: 0, by: "Elena" },
  new_admin: { name: "María de los Ángeles <b>Fernández</b>", email, by: "Elena" },
  account_suspended: { reason: "Publicaste el teléfono de otra persona <b>sin permiso</b>." },
  account_restored: { reason: "Nos equivocamos de cuenta." },
  admission_decided: { decision: "rejected", reason: "La constancia no se lee <b>bien</b>." },
  account_moved: { has_password: true, is_confirmed: false },
  coverage_disputed: { short: "Swiss Medical <b>ART</b>" },
  coverage_dispute_decided: { short: "Swiss Medical", is_kept: false },
  notification: {
    lines: [{ title: "Tenés 3 respuestas nuevas", path: "/dashboard/patient/cases?caso=1", when: null }],
    role: "patient",
    token: "a".repeat(96),
  },
  notification_digest: {
    lines: [
      { title: "Hay casos nuevos en tu zona", path: "/dashboard/kine/cases", when: null },
      { title: "Te reservaron 1 turno", path: "/dashboard/kine/agenda", when: "Jueves, 3 de diciembre, 18:00" },
    ],
    role: "kine",
    token: "a".repeat(96),
  },
  calendar_entry: {
    method: "REQUEST",
    id: "0199c0de-0000-7000-8000-000000000000",
    sequence: 1,
    stamped_at: new Date(0),
    starts_at: "2026-12-03T21:00:00.000Z",
    local_start: "2026-12-03T18:00",
    minutes: 60,
    attendee: email,
    token: "a".repeat(96),
  },
  weekly_summary: {
    week: "2026-11-23",
    token: "a".repeat(96),
    figures: {
      cases: 38,
      with_application: 31,
      places: [{ name: "Palermo", waiting: 12, specialists: null }],
      waiting: 4,
      late: 1,
      backed_up_at: "2026-11-30T06:00:00.000Z",
      verified_at: null,
      mails_failed: 2,
      mails_bounced: 1,
      jobs_failed: 0,
    },
  },
  monthly_confirmation: {
    token: "a".repeat(96),
    coverages: ["IOMA", "OSDE", "Swiss Medical"],
    prices: ["Consultorio: $28.000 la sesión", "Domicilio: $35.000 la sesión"],
  },
};
const product = readSettings({ DATA_DIR: "data", PUBLIC_URL: "https://kinexo.example" });

test.each(messageKinds as unknown as MessageKind<unknown>[])(
  "the message $kind says one thing to do, in both schemes, and loads nothing",
  async ({ kind, load }) => {
    expect(facts).toHaveProperty(kind);
    const { subject, html, text, link } = await renderMessage(await load(), facts[kind], product);
    expect(subject.length).toBeGreaterThan(10);
    expect(link).toMatch(/^https:\/\/kinexo\.example/);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toContain(`href="${link.replaceAll("&", "&amp;")}"`);
    expect(html).toContain("prefers-color-scheme:dark");
    expect(html).not.toMatch(/<img|<link|url\(|@import|<script/i);
    expect(text).toContain(link);
    if (process.env["PICTURES"]) {
      const folder = join(import.meta.dirname, "../..", process.env["PICTURES"], "letters");
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${kind}.html`), html);
    }
  },
);
