import type { ReactNode } from "react";
import type { Answers } from "../../client/api.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Badge } from "../../ui/badge.tsx";
import { BarPlot } from "../../ui/bar-plot.tsx";
import { Card } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { barsOfDays, barsOfHours, formatBytes, formatCount, formatMs } from "./figures.ts";
import { VERDICTS, type Verdict } from "./verdicts.ts";

type Status = Answers["status"]["read"];

/** The state of each part of the installation, with recent sign-ins and cases. */
export function StatusCards({ status }: { status: Status }) {
  const { database, files, messages, jobs, upkeep, node } = status;
  return (
    <div className="flex flex-col gap-4">
      <Part
        title="Base de datos"
        verdict={VERDICTS.database(status)}
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
        verdict={VERDICTS.files(status)}
        facts={[
          ["Dónde", files.in_bucket ? "En un depósito S3" : "En una carpeta de este nodo"],
          ["Respuesta", files.answers_in_ms !== null && formatMs(files.answers_in_ms)],
          ["Espacio libre", files.free_bytes !== null && formatBytes(files.free_bytes)],
        ]}
      />
      <Part
        title="Mensajes"
        verdict={VERDICTS.messages(status)}
        facts={[
          ["Envío", messages.by_smtp ? "Por SMTP" : "A una carpeta, sin SMTP"],
          ["En espera", formatCount(messages.waiting)],
          ["El más antiguo", momentOr(messages.oldest, "Ninguno")],
          ["Último enviado", momentOr(messages.sent_at, "Ninguno en 7 días")],
          ["Fallidos en 7 días", formatCount(messages.failed)],
        ]}
      />
      <Part
        title="Tareas"
        verdict={VERDICTS.jobs(status)}
        facts={[
          ["Por hacer", formatCount(jobs.due)],
          ["La más antigua", momentOr(jobs.oldest_due, "Ninguna")],
          ["En curso", formatCount(jobs.running)],
          ["Fallidas", formatCount(jobs.failed)],
        ]}
      />
      <Part
        title="Copias"
        verdict={VERDICTS.backup(status)}
        facts={[
          ["La última", momentOr(upkeep.backed_up_at, "Ninguna conocida")],
          ["La última fallida", momentOr(upkeep.backup_failed_at, "Ninguna conocida")],
          ["La última probada", momentOr(upkeep.verified_at, "Ninguna conocida")],
        ]}
        note="Cuentan las hechas con npm run backup y las anotadas con npm run backup:noted."
      />
      <Part
        title="Limpieza"
        verdict={VERDICTS.removal(status)}
        facts={[
          ["La última", momentOr(upkeep.removed_at, "Todavía ninguna")],
          ["La última fallida", momentOr(upkeep.removal_failed_at, "Ninguna")],
        ]}
        note="Borra cada hora lo que ya venció."
      />
      <Part
        title="Este nodo"
        verdict={VERDICTS.node(status)}
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
      {status.move && (
        <Card as="section">
          <h2 className="sr-only">Mudanza</h2>
          <p>
            Mudanza: llegaron {formatCount(status.move.people)} personas, entraron {formatCount(status.move.entered)},{" "}
            {formatCount(status.move.without_password)} sin contraseña
          </p>
        </Card>
      )}
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

function momentOr(moment: Date | null, otherwise: string): ReactNode {
  return moment ? <RelativeTime date={moment} /> : otherwise;
}

function wordsOfReplica({ in_use, age_ms }: NonNullable<Status["node"]["replica"]>): string {
  const held = age_ms === null ? "nunca estuvo al día" : `al día hasta hace ${formatMs(age_ms)}`;
  return `${in_use ? "En uso" : "Sin uso"}, ${held}`;
}

/** An advice whose commands never break inside "-- CARPETA", where a line could end between the two hyphens. */
function withWholeOptions(advice: string): ReactNode {
  return advice.split(/(-- \S+)/).map((part, n) =>
    n % 2 === 1 ? (
      <span key={n} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

type PartProps = { title: string; verdict: Verdict; facts: Parameters<typeof Facts>[0]["facts"]; note?: ReactNode };

function Part({ title, verdict: { tone, words, advice }, facts, note }: PartProps) {
  return (
    <Card as="section">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-xl">{title}</h2>
        <Badge tone={tone}>{words}</Badge>
      </div>
      {advice && <p className="mb-3 text-sm font-medium">{withWholeOptions(advice)}</p>}
      <Facts facts={facts} />
      {note && <p className="mt-3 text-sm text-muted">{note}</p>}
    </Card>
  );
}
