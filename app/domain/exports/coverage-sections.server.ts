import { sql } from "kysely";
import { section, type Section } from "./section.server.ts";

/** What an export holds about coverages and prices, of specialists and of patients. */
export const coverageSections: readonly Section[] = [
  section(
    "coberturas",
    "Las coberturas por las que atendés como especialista, en pesos lo que cobrás de más, y cuándo lo confirmaste.",
    "kine_coverages",
    (id) => sql`
    select v.short, v.name, k.how, k.plans, k.extra, k.confirmed_at, k.disputed_at from kine_coverages k
    join coverages v on v.id = k.coverage_id where k.kine_id = ${id} order by v.short`,
  ),
  section(
    "precios",
    "Tus precios como especialista, en pesos, y cuándo los confirmaste.",
    "kine_prices",
    (id) => sql`
    select modality, session, first, ten, confirmed_at from kine_prices where kine_id = ${id} order by modality`,
  ),
  section(
    "confirmaciones",
    "Si hacés factura para reintegro, y cuándo te preguntamos si tus datos siguen igual.",
    "kine_confirmations",
    (id) => sql`
    select refund_invoice_at, asked_at, answered_at, unanswered from kine_confirmations where kine_id = ${id}`,
  ),
  section(
    "disputas_de_cobertura",
    "Las coberturas tuyas que revisamos, y qué se decidió.",
    "coverage_disputes",
    (id) => sql`
    select v.short, d.opened_at, d.decided_at, d.decision from coverage_disputes d
    join coverages v on v.id = d.coverage_id where d.kine_id = ${id} order by d.id`,
  ),
  section(
    "tu_cobertura",
    "Tu cobertura y tu plan como paciente.",
    "patient_coverages",
    (id) => sql`
    select v.short, v.name, p.plan, p.saved_at from patient_coverages p
    join coverages v on v.id = p.coverage_id where p.patient_id = ${id}`,
  ),
  section(
    "cobertura_de_tus_casos",
    "La cobertura que pusiste en tus casos.",
    "case_coverages",
    (id) => sql`
    select cc.case_id, v.short, cc.plan from case_coverages cc join coverages v on v.id = cc.coverage_id
    join cases c on c.id = cc.case_id where c.patient_id = ${id} order by cc.case_id`,
  ),
  section(
    "respuestas_de_cobertura",
    "Lo que contestaste sobre si te atendieron por tu cobertura.",
    "coverage_answers",
    (id) => sql`
    select a.case_id, a.kine_id, v.short, a.answer, a.answered_at from coverage_answers a
    join coverages v on v.id = a.coverage_id where a.patient_id = ${id} order by a.id`,
  ),
];
