import type { Answers } from "../../client/api.ts";
import type { Tone } from "../../ui/badge.tsx";
import { plural } from "../../shared/format.ts";
import { spanWords } from "../today/today.ts";
import { formatBytes } from "./figures.ts";

type Status = Answers["status"]["read"];
/** The figures by which the parts of the installation are judged. */
export type Judged = Pick<Status, "at" | "database" | "files" | "messages" | "jobs" | "upkeep" | "node">;
/** A part's state, and what to do about it where something is to be done. Green needs evidence: a time, an answer, a message that left. */
export type Verdict = { tone: Extract<Tone, "success" | "warning" | "danger">; words: string; advice?: string };

const HOUR_MS = 3_600_000;
/** A message, or a job that is due, is late after this time. */
const LATE_MS = HOUR_MS / 4;
/** Expired data is removed every hour. */
const REMOVAL_LATE_MS = 3 * HOUR_MS;
const LEAST_FREE_BYTES = 2e9;
const FEW_CONNECTIONS = 5;

const list = new Intl.ListFormat("es-AR", { type: "conjunction" });
const EXPOSED: Record<NonNullable<Status["files"]["exposed"]>[number], string> = {
  network: "la red",
  data: "los datos de este servidor",
  processes: "sus otros procesos",
};

const good = (words: string): Verdict => ({ tone: "success", words });
const warn = (words: string, advice?: string): Verdict => ({ tone: "warning", words, advice });
const bad = (words: string, advice: string): Verdict => ({ tone: "danger", words, advice });

/** The state of each part of the installation. */
export const VERDICTS = {
  database: ({ database: { connections, most_connections } }: Judged) =>
    connections > 0.8 * most_connections ? warn("Quedan pocas conexiones") : good("Responde"),

  files: ({ files: { answers_in_ms, free_bytes, exposed } }: Judged) => {
    if (answers_in_ms === null)
      return bad(
        "No responde",
        "No se puede subir ni abrir ningún archivo. Quien mantiene el servidor revisa el depósito o la carpeta.",
      );
    if (free_bytes !== null && free_bytes < LEAST_FREE_BYTES)
      return warn(
        "Queda poco espacio",
        `Quien mantiene el servidor libera espacio: quedan ${formatBytes(free_bytes)}.`,
      );
    if (exposed === null)
      return bad(
        "No se pueden subir",
        "No contesta el programa que abre los archivos: quien mantiene el servidor revisa UPLOADS_SOCKET.",
      );
    if (exposed.length > 0)
      return warn(
        "Se abren sin aislar",
        `Un archivo malicioso podría alcanzar ${list.format(exposed.map((each) => EXPOSED[each]))}. Quien mantiene el servidor los aísla como dice docs/operations.md.`,
      );
    return good("Responde");
  },

  messages: ({ at, messages: { by_smtp, failed, oldest, sent_at, sent } }: Judged) => {
    if (failed > 0) return bad("Hay fallidos", "Abajo están los códigos; el registro del servidor tiene cada uno.");
    if (!by_smtp)
      return warn(
        sent === 0 ? "No salen" : `${plural(sent, "correo guardado", "correos guardados")} sin enviar`,
        "Quedan en una carpeta de este servidor: quien lo instaló configura SMTP_URL para enviarlos.",
      );
    if (isOlder(oldest, at, LATE_MS))
      return warn("Hay demorados", "Quien mantiene el servidor revisa que el de correo conteste.");
    return sent_at ? good("Al día") : warn("Sin noticias", "No salió ningún mensaje en 7 días.");
  },

  jobs: ({ at, jobs: { failed, oldest_due } }: Judged) => {
    if (failed > 0)
      return bad(
        failed === 1 ? "1 tarea falló del todo" : `${failed} tareas fallaron del todo`,
        "Quien mantiene el servidor arregla lo que las hizo fallar; después reintentalas acá.",
      );
    if (isOlder(oldest_due, at, LATE_MS))
      return bad("Hay demoradas", "Ningún servidor las hace: quien los mantiene revisa que estén en marcha.");
    return good("Al día");
  },

  removal: ({ at, upkeep: { removed_at, removal_failed_at } }: Judged) => {
    if (isAfter(removal_failed_at, removed_at))
      return bad("Falló la limpieza", "Quien mantiene el servidor lee por qué en su registro.");
    if (!removed_at) return warn("Sin noticias", "Todavía no corrió ninguna limpieza; corre cada hora.");
    return isOlder(removed_at, at, REMOVAL_LATE_MS) ? warn("Limpieza atrasada") : good("Al día");
  },

  backup: ({ at, upkeep }: Judged) => {
    const { backed_up_at, backup_failed_at, verified_at, verification_failed_at, backup_max_hours } = upkeep;
    if (isAfter(backup_failed_at, backed_up_at))
      return bad("Falló la copia", "En el servidor, quien lo instaló corre: npm run backup -- CARPETA.");
    if (!backed_up_at)
      return bad("Nunca se hizo una copia", "En el servidor, quien lo instaló corre: npm run backup -- CARPETA.");
    if (isOlder(backed_up_at, at, backup_max_hours * HOUR_MS))
      return bad(
        `La última copia tiene ${spanWords((at.getTime() - backed_up_at.getTime()) / 1000)}`,
        `Tiene que haber una cada ${backup_max_hours} h: quien instaló el servidor corre npm run backup -- CARPETA.`,
      );
    if (isAfter(verification_failed_at, verified_at))
      return bad(
        "No se pudo restaurar",
        "La última prueba falló: quien instaló el servidor hace otra copia y la prueba.",
      );
    return verified_at
      ? good("Al día")
      : warn(
          "Nunca se probó",
          "En el servidor, quien lo instaló prueba que se pueda restaurar: npm run restore -- CARPETA --verify.",
        );
  },

  node: ({ node: { connections, replica } }: Judged) => {
    if (connections.waiting > FEW_CONNECTIONS) return warn("Faltan conexiones");
    return replica && !replica.in_use ? warn("Réplica sin uso") : good("En marcha");
  },
} satisfies Record<string, (figures: Judged) => Verdict>;

const URGENCY: readonly Verdict["tone"][] = ["danger", "warning", "success"];
type Named = { title: string; verdict: Verdict };
/** The parts with their verdicts, what is wrong first. */
export const judgedParts = (figures: Judged): (Named & { part: keyof typeof VERDICTS })[] =>
  (Object.keys(TITLES) as (keyof typeof VERDICTS)[])
    .map((part) => ({ part, title: TITLES[part], verdict: VERDICTS[part](figures) }))
    .toSorted((one, other) => URGENCY.indexOf(one.verdict.tone) - URGENCY.indexOf(other.verdict.tone));

/** What asks for attention, the worst first: "Copias: nunca se hizo una copia". */
export const wrongInWords = (figures: Judged): string[] =>
  judgedParts(figures)
    .filter(({ verdict }) => verdict.tone !== "success")
    .map(({ title, verdict: { words } }) => `${title}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`);

/** What each part is called, in the order of "Estado". */
const TITLES: Record<keyof typeof VERDICTS, string> = {
  database: "Base de datos",
  files: "Archivos",
  messages: "Correo",
  jobs: "Tareas",
  backup: "Copias",
  removal: "Limpieza",
  node: "Este servidor",
};

/** What each part is for, in words for who does not maintain the server. */
export const MEANINGS: Record<keyof typeof VERDICTS, string> = {
  database: "Guarda personas, casos y mensajes. Si deja de responder, el sitio se detiene.",
  files: "Son las fotos, los estudios y las constancias.",
  messages: "Confirmaciones, avisos y contraseñas nuevas van por email.",
  jobs: "Es lo que el sitio hace solo: avisos, recordatorios, resúmenes.",
  backup: "Sin una copia probada, una rotura del servidor puede perderlo todo.",
  removal: "Borra cada hora lo que ya venció. Si no corre, se guardan datos de más.",
  node: "Es el programa que contestó recién. Lo demás vale para todos.",
};

const isAfter = (failed: Date | null, done: Date | null) => failed !== null && (done === null || failed > done);
const isOlder = (moment: Date | null, at: Date, mostMs: number) =>
  moment !== null && at.getTime() - moment.getTime() > mostMs;
