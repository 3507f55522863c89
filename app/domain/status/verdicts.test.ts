import { describe, expect, test } from "vitest";
import type { Answers } from "../../client/api.ts";
import { VERDICTS, wrongInWords } from "./verdicts.ts";

type Status = Answers["status"]["read"];

const at = new Date("2026-11-27T12:00:00Z");
const ago = (hours: number) => new Date(at.getTime() - hours * 3_600_000);
const healthy: Status = {
  at,
  database: { answers_in_ms: 1, version: "18.4", migration: "0001", bytes: 1e7, connections: 5, most_connections: 100 },
  files: { in_bucket: false, answers_in_ms: 1, free_bytes: 50e9, exposed: [] },
  messages: { by_smtp: true, waiting: 0, oldest: null, sent_at: ago(1), failed: 0, sent: 3 },
  jobs: { due: 0, oldest_due: null, running: 0, failed: 0, kinds: [] },
  upkeep: {
    removed_at: ago(0.5),
    removal_failed_at: null,
    backed_up_at: ago(12),
    backup_failed_at: null,
    backup_bytes: null,
    verified_at: ago(200),
    verification_failed_at: ago(300),
    backup_max_hours: 26,
  },
  node: {
    name: "a",
    version: "0.1.0",
    build: "b",
    started_at: ago(100),
    memory_bytes: 1e8,
    streams: 0,
    replica: null,
    connections: { total: 10, idle: 10, waiting: 0 },
  },
  move: null,
  sign_ins: [],
  cases: [],
};

test("every light is green with its evidence", () => {
  for (const verdict of Object.values(VERDICTS)) expect(verdict(healthy).tone).toBe("success");
});

describe("a light is not green", () => {
  const part = <Name extends keyof Status>(name: Name, change: Partial<Status[Name]>) => ({
    ...healthy,
    [name]: { ...(healthy[name] as object), ...change },
  });
  test.each<[keyof typeof VERDICTS, string, string, Status]>([
    ["database", "warning", "Quedan pocas conexiones", part("database", { connections: 81 })],
    ["files", "danger", "No responde", part("files", { answers_in_ms: null })],
    ["files", "warning", "Queda poco espacio", part("files", { free_bytes: 1e9 })],
    ["files", "danger", "No se pueden subir", part("files", { exposed: null })],
    ["files", "warning", "Se abren sin aislar", part("files", { exposed: ["network", "data"] })],
    ["messages", "danger", "Hay fallidos", part("messages", { failed: 1 })],
    ["messages", "warning", "Hay demorados", part("messages", { waiting: 1, oldest: ago(1) })],
    ["messages", "warning", "No salen", part("messages", { by_smtp: false, sent: 0 })],
    ["messages", "warning", "1 correo guardado sin enviar", part("messages", { by_smtp: false, sent: 1 })],
    ["messages", "warning", "Sin noticias", part("messages", { sent_at: null })],
    ["jobs", "danger", "2 tareas fallaron del todo", part("jobs", { failed: 2 })],
    ["jobs", "danger", "Hay demoradas", part("jobs", { due: 1, oldest_due: ago(1) })],
    ["removal", "warning", "Sin noticias", part("upkeep", { removed_at: null })],
    ["removal", "warning", "Limpieza atrasada", part("upkeep", { removed_at: ago(4) })],
    ["removal", "danger", "Falló la limpieza", part("upkeep", { removal_failed_at: ago(0.1) })],
    ["backup", "danger", "Nunca se hizo una copia", part("upkeep", { backed_up_at: null })],
    ["backup", "danger", "La última copia tiene 30 h", part("upkeep", { backed_up_at: ago(30) })],
    ["backup", "danger", "La última copia tiene 3 días", part("upkeep", { backed_up_at: ago(72) })],
    ["backup", "danger", "Falló la copia", part("upkeep", { backup_failed_at: ago(1) })],
    ["backup", "warning", "Nunca se probó", part("upkeep", { verified_at: null, verification_failed_at: null })],
    ["backup", "danger", "No se pudo restaurar", part("upkeep", { verification_failed_at: ago(1) })],
    ["node", "warning", "Faltan conexiones", part("node", { connections: { total: 10, idle: 0, waiting: 6 } })],
    ["node", "warning", "Réplica sin uso", part("node", { replica: { in_use: false, age_ms: null } })],
  ])("of %s: %s, %s", (name, tone, words, status) => {
    expect(VERDICTS[name](status)).toMatchObject({ tone, words });
  });

  test("and a longer age may be allowed for backups", () => {
    const weekly = part("upkeep", { backed_up_at: ago(100), backup_max_hours: 168 });
    expect(VERDICTS.backup(weekly).tone).toBe("success");
  });
});

test("what is wrong is named in words, the worst first, and what the server needs says who does it", () => {
  const bare = {
    ...healthy,
    messages: { ...healthy.messages, by_smtp: false, sent: 22 },
    upkeep: { ...healthy.upkeep, backed_up_at: null },
  };
  expect(wrongInWords(healthy)).toEqual([]);
  expect(wrongInWords(bare)).toEqual(["Copias: nunca se hizo una copia", "Correo: 22 correos guardados sin enviar"]);
  expect(VERDICTS.backup(bare).advice).toBe("En el servidor, quien lo instaló corre: npm run backup -- CARPETA.");
  expect(VERDICTS.messages(bare).advice).toContain("quien lo instaló configura SMTP_URL");
});
