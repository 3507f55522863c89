import { globSync, readFileSync } from "node:fs";
import { createElement, Fragment } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NOT_COUNTED, ORDER_RULES } from "../../app/domain/directory/order-rules.ts";
import { LIMITS as STATED } from "../../app/domain/moderation/limits.ts";
import { MODERATION_RULES } from "../../app/domain/moderation/moderation-rules.ts";
import { MAX_CASES_IN_COURSE } from "../../app/domain/cases/case.ts";
import { DAYS_BETWEEN_INVITATIONS, MOST_INVITED } from "../../app/domain/service-levels/levels.ts";
import { SETTINGS } from "../../app/domain/settings/settings.ts";
import { privacySections } from "../../app/screens/public/privacy-sections.tsx";
import { periods } from "../../app/server/retention.server.ts";

const sections = privacySections({
  productName: "Kinexo",
  contactEmail: "",
  contactPhone: "+54 11 5555-5555",
} as never);
/** What each page says, without its markup. */
const pages = {
  "/privacidad": renderToStaticMarkup(createElement(Fragment, null, ...sections.map(({ content }) => content)))
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " "),
  "/terminos": STATED.join(" "),
  "/como-moderamos": MODERATION_RULES.map(({ text }) => text).join(" "),
  "/como-ordenamos": [...ORDER_RULES.map(({ text }) => text), NOT_COUNTED].join(" "),
} as const;

/** What a page promises about what is kept, as the program keeps it. */
const KEPT = [
  ["/privacidad", "Después de eliminar la cuenta guardamos 24 meses", "departures", "24 months"],
  ["/privacidad", "Durante 24 meses, otra reseña desde el mismo email", "review_authors", "24 months"],
  ["/privacidad", "sigue contando siete días para el mismo email", "spent_budgets", "7 days"],
  [
    "/privacidad",
    "los turnos que te marcaron como ausencia o nadie llegó a marcar, 60 días",
    "left_bookings",
    "60 days",
  ],
  [
    "/privacidad",
    "Los emails que tu cuenta tuvo antes, por los que contamos esos límites: 24 meses",
    "former_mailboxes",
    "24 months",
  ],
  ["/privacidad", "(12 meses desde que se resolvieron)", "departure_reports", "12 months after they were upheld"],
  ["/privacidad", "queda cerrada un año", "closed_handles", "a year"],
  ["/privacidad", "Cuántas veces te postulaste y a qué casos: 180 días", "applications_made", "180 days"],
  ["/privacidad", "Qué especialista abrió un caso y cuándo: 12 meses", "case_openings", "12 months"],
  ["/privacidad", "guardamos 12 meses el contacto que cada uno tenía del otro", "agreed_contacts", "12 months"],
  ["/privacidad", "Hasta 12 meses después de resolverla", "reports", "12 months after their decision"],
  [
    "/privacidad",
    "los que te marcaron como ausencia o nadie llegó a marcar: 60 días. Los que pediste: un día",
    "left_bookings",
    "60 days",
  ],
] as const;

test.each(KEPT)("%s says «%s», as %s keeps it", (path, sentence, table, kept) => {
  expect(pages[path]).toContain(sentence);
  expect(periods.find((rule) => rule.table === table)?.kept).toContain(kept);
});

/** What a page promises about limits; the rows of docs/product name the tests that show each at work. */
const LIMITS = [
  [
    "/terminos",
    `se postula a ${SETTINGS.applications_a_day.fallback} casos por día como mucho, a 15 en la primera semana`,
  ],
  [
    "/terminos",
    `publica hasta ${SETTINGS.cases_published_a_day.fallback} casos por día, también contando los que retira`,
  ],
  [
    "/terminos",
    `hasta ${MAX_CASES_IN_COURSE} en curso: ${SETTINGS.unconfirmed_cases.fallback} mientras no confirma su email`,
  ],
  ["/terminos", `hasta ${SETTINGS.open_cases.fallback} esperan a un especialista a la vez`],
  [
    "/terminos",
    `invita hasta a ${MOST_INVITED} especialistas por caso, y al mismo una vez cada ${DAYS_BETWEEN_INVITATIONS} días`,
  ],
  ["/terminos", "Las cuentas de una misma casilla de email cuentan como una"],
  ["/privacidad", "Lo que alguien denunció, como era cuando lo denunció, con su denuncia"],
  ["/terminos", "Un mensaje repetido cuenta doble, y de un mismo especialista te avisamos dos veces por caso"],
  ["/terminos", `abre hasta ${SETTINGS.cases_opened_a_day.fallback} casos por día sin postularse`],
  ["/terminos", "Quien publicó un caso ve cuántos lo abrieron"],
  ["/terminos", "no le quita nada hasta que la lee una persona. Si la rechazamos, vuelve todo lo que quitó"],
  [
    "/terminos",
    "De cada paciente cuenta la última reseña de un especialista. Desde la cuarta de un especialista en un día",
  ],
  ["/terminos", "desde que confirma su email o la aprobamos. Otra cuenta con la misma no se aprueba"],
  ["/terminos", "el perfil se ve cuando su persona lo publica"],
  ["/privacidad", "los especialistas con la matrícula comprobada mientras ofrecemos su caso"],
  ["/privacidad", "Lo que cambies después no se lo mostramos"],
  ["/privacidad", "cuándo un administrador abrió tu ficha"],
  ["/privacidad", "Si dice que sos la misma persona, tus estrellas siguen"],
  ["/como-moderamos", "la edita durante 7 días, 10 veces como mucho"],
  ["/como-moderamos", "edita su respuesta durante 48 horas"],
  [
    "/como-moderamos",
    "denuncia una cosa una vez por motivo, y otra vez si cambió desde que decidimos, hasta 20 por día, o 3 mientras no confirme su email",
  ],
  ["/como-moderamos", "Ninguna cantidad de denuncias oculta algo"],
  ["/como-moderamos", "una vez, durante 14 días. Si hay más de un administrador, decide otro"],
  ["/como-moderamos", "Apuntamos a contestar en 48 horas"],
  ["/como-ordenamos", "desde que confirmó su email y pasaron 7 días desde que aceptó al especialista"],
  ["/como-ordenamos", "siguen contando si un administrador comprueba que es la misma persona"],
  ["/como-ordenamos", "uno por paciente con el email confirmado, a los 7 días"],
] as const;

test.each(LIMITS)("%s says «%s»", (path, sentence) => {
  expect(pages[path]).toContain(sentence);
});

/** The texts of the program, each sentence in one line: without breaks, joined strings and marks of JSX. */
const texts = globSync("app/**/*.{ts,tsx}", { exclude: ["**/*.test.*", "app/demo/**"] })
  .map((file) => readFileSync(file, "utf8"))
  .join("\n")
  .replaceAll(/\{" "\}|"\s*\+\s*"/g, (found) => (found.startsWith("{") ? " " : ""))
  .replaceAll(/\s+/g, " ");

test("each sentence that docs/product/promises.md quotes stands in the program's texts", () => {
  const facts = [...readFileSync("docs/product/promises.md", "utf8").matchAll(/^\| (PROM-\d+) \| (.*?) \| `/gm)];
  const quotes = facts.flatMap(([, number, fact = ""]) =>
    [...fact.matchAll(/«([^»]+)»/g)].map(([, quote = ""]) => ({ number, quote })),
  );
  expect(quotes.length).toBeGreaterThan(150);
  const isSaid = (quote: string) => new RegExp(quote.split("…").map(RegExp.escape).join(".{1,90}?")).test(texts);
  expect(isSaid("No sabe nadie que esto no lo dice …")).toBe(false);
  expect(quotes.filter(({ quote }) => !isSaid(quote))).toEqual([]);
});
