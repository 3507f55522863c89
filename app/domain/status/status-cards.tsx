import type { ReactNode } from "react";
import type { Answers } from "../../client/api.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { BarPlot } from "../../ui/bar-plot.tsx";
import { Card } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { barsOfDays, barsOfHours, formatBytes, formatCount, formatMs } from "./figures.ts";

type Status = Answers["status"]["read"];
type Verdict = [tone: Tone, words: string];

/** A message that waits longer than this is late. */
const LATE_MS = 15 * 60 * 1000;
/** The cleanup of expired data runs every hour. */
const UPKEEP_LATE_MS = 3 * 60 * 60 * 1000;

/** The state of each part of the installation, with recent sign-ins and cases. */
export function StatusCards({ status }: { status: Status }) {
  const { database, files, messages, jobs, upkeep, node } = status;
  return (
    <div className="flex flex-col gap-4">
      <Part
        title="Base de datos"
        verdict={
          database.connections > 0.8 * database.most_connections
            ? ["warning", "Quedan pocas conexiones"]
            : ["success", "Responde"]
        }
        facts={[
          ["Respuesta", formatMs(database.answers_in_ms)],
          ["Tamaño", formatBytes(database.bytes)],
          ["Conexiones", `${formatCount(database.connections)} de ${formatCount(database.most_connections)}`],
          ["PostgreSQL", database.version],
        ]}
        note={`Última migración: ${database.migration}`}
      />
      <Part
        title="Archivos"
        verdict={files.answers_in_ms === null ? ["danger", "No responde"] : ["success", "Responde"]}
        facts={[
          ["Dónde", files.in_bucket ? "En un depósito S3" : "En una carpeta de este nodo"],
          ["Respuesta", files.answers_in_ms !== null && formatMs(files.answers_in_ms)],
          ["Espacio libre", files.free_bytes !== null && formatBytes(files.free_bytes)],
        ]}
      />
      <Part
        title="Mensajes"
        verdict={verdictOfMessages(messages, status.at)}
        facts={[
          ["Envío", messages.by_smtp ? "Por SMTP" : "A una carpeta, sin SMTP"],
          ["En espera", formatCount(messages.waiting)],
          ["El más antiguo", messages.oldest ? <RelativeTime key="oldest" date={messages.oldest} /> : "Ninguno"],
          ["Fallidos en 7 días", formatCount(messages.failed)],
        ]}
      />
      <Part
        title="Tareas"
        verdict={jobs.failed > 0 ? ["danger", "Hay fallidas"] : ["success", "Al día"]}
        facts={[
          ["Por hacer", formatCount(jobs.due)],
          ["En curso", formatCount(jobs.running)],
          ["Fallidas", formatCount(jobs.failed)],
        ]}
      />
      <Part
        title="Mantenimiento"
        verdict={verdictOfUpkeep(status)}
        facts={[
          ["Última limpieza", momentOr(upkeep.removed_at, "Todavía ninguna")],
          ["Limpieza fallida", momentOr(upkeep.removal_failed_at, "Ninguna")],
          ["Última copia", momentOr(upkeep.backed_up_at, "Ninguna conocida")],
          ["Copia fallida", momentOr(upkeep.backup_failed_at, "Ninguna conocida")],
        ]}
        note="La limpieza borra cada hora lo que ya venció. De las copias se conocen las hechas con npm run backup; de otras no se sabe nada."
      />
      <Part
        title="Este nodo"
        verdict={verdictOfNode(node)}
        facts={[
          ["Nombre", node.name],
          ["Versión", [node.version, node.build].filter(Boolean).join(" · ")],
          ["En marcha", <RelativeTime key="since" date={node.started_at} />],
          ["Memoria", formatBytes(node.memory_bytes)],
          ["Conexiones en vivo", formatCount(node.streams)],
          [
            "Conexiones a la base",
            `${node.connections.total - node.connections.idle} en uso, ${node.connections.waiting} en espera`,
          ],
          ...(node.replica ? [["Réplica", wordsOfReplica(node.replica)] as const] : []),
        ]}
        note="Solo del nodo que respondió; lo demás vale para todos."
      />
      <Card as="section">
        <h2 className="sr-only">Casos</h2>
        <BarPlot
          title="Casos publicados por día"
          note="Cubierto es el caso que ya encontró su especialista."
          of="Día"
          kinds={["Cubiertos", "Sin cubrir"]}
          bars={barsOfDays(status.cases)}
          share="Tasa"
          empty="No se publicó ningún caso en 14 días."
        />
      </Card>
      <Card as="section">
        <h2 className="sr-only">Ingresos</h2>
        <BarPlot
          title="Ingresos por hora"
          note="De los que rechazan los límites se anota uno por hora y red."
          of="Hora"
          kinds={["Ingresos", "Rechazados"]}
          bars={barsOfHours(status.sign_ins)}
          empty="Nadie ingresó en 24 horas."
        />
      </Card>
    </div>
  );
}

function verdictOfMessages({ failed, oldest }: Status["messages"], at: Date): Verdict {
  if (failed > 0) return ["danger", "Hay fallidos"];
  return oldest && at.getTime() - oldest.getTime() > LATE_MS ? ["warning", "Hay demorados"] : ["success", "Al día"];
}

function verdictOfUpkeep({
  at,
  node,
  upkeep: { removed_at, removal_failed_at, backed_up_at, backup_failed_at },
}: Status): Verdict {
  if (isAfter(removal_failed_at, removed_at)) return ["danger", "Falló la limpieza"];
  if (isAfter(backup_failed_at, backed_up_at)) return ["danger", "Falló la copia"];
  const since = removed_at ?? node.started_at;
  return at.getTime() - since.getTime() > UPKEEP_LATE_MS ? ["warning", "Limpieza atrasada"] : ["success", "Al día"];
}

const isAfter = (failed: Date | null, done: Date | null) => failed !== null && (done === null || failed > done);

function momentOr(moment: Date | null, otherwise: string): ReactNode {
  return moment ? <RelativeTime date={moment} /> : otherwise;
}

function verdictOfNode({ connections, replica }: Status["node"]): Verdict {
  if (connections.waiting > 5) return ["warning", "Faltan conexiones"];
  return replica && !replica.in_use ? ["warning", "Réplica sin uso"] : ["success", "En marcha"];
}

function wordsOfReplica({ in_use, age_ms }: NonNullable<Status["node"]["replica"]>): string {
  const held = age_ms === null ? "nunca estuvo al día" : `al día hasta hace ${formatMs(age_ms)}`;
  return `${in_use ? "En uso" : "Sin uso"}, ${held}`;
}

type PartProps = { title: string; verdict: Verdict; facts: Parameters<typeof Facts>[0]["facts"]; note?: ReactNode };

function Part({ title, verdict: [tone, words], facts, note }: PartProps) {
  return (
    <Card as="section">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-xl">{title}</h2>
        <Badge tone={tone}>{words}</Badge>
      </div>
      <Facts facts={facts} />
      {note && <p className="mt-3 text-sm text-muted">{note}</p>}
    </Card>
  );
}
