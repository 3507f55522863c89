import type { ReactNode } from "react";
import type { Answers } from "../../client/api.ts";
import { formatMoment } from "../../shared/format.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { BarPlot } from "../../ui/bar-plot.tsx";
import { Card } from "../../ui/card.tsx";
import { MailReasons } from "../mail-states/mail-reasons.tsx";
import { JobKinds } from "../jobs/job-kinds.tsx";
import { barsOfDays, barsOfHours, formatBytes, formatCount, formatMs } from "./figures.ts";
import { Folded, StatusPart, type StatusPartProps } from "./status-part.tsx";
import { judgedParts, MEANINGS, type VERDICTS } from "./verdicts.ts";

type Status = Answers["status"]["read"];

type Part = Omit<StatusPartProps, "title" | "verdict" | "meaning">;
const list = new Intl.ListFormat("es-AR", { type: "conjunction" });

type StatusCardsProps = { status: Status; mailDownload: ReactNode };

/** The state of each part of the installation, what is wrong first, with recent sign-ins and cases folded. */
export function StatusCards({ status, mailDownload }: StatusCardsProps) {
  const { database, files, messages, jobs, upkeep, node } = status;
  const parts: Record<keyof typeof VERDICTS, Part> = {
    database: {
      facts: [
        ["Respuesta", formatMs(database.answers_in_ms)],
        ["Tamaño", formatBytes(database.bytes)],
        ["Conexiones", `${formatCount(database.connections)} de ${formatCount(database.most_connections)}`],
        ["PostgreSQL", database.version],
      ],
      note: `Última migración: ${database.migration}`,
    },
    files: {
      facts: [
        ["Dónde", files.in_bucket ? "En un depósito S3" : "En una carpeta de este servidor"],
        ["Respuesta", files.answers_in_ms !== null && formatMs(files.answers_in_ms)],
        ["Espacio libre", files.free_bytes !== null && formatBytes(files.free_bytes)],
      ],
    },
    messages: {
      facts: [
        ["Envío", messages.by_smtp ? "Por SMTP" : "A una carpeta, sin SMTP"],
        ["En espera", formatCount(messages.waiting)],
        ["El más antiguo", since(messages.oldest)],
        [messages.by_smtp ? "Último enviado" : "Último guardado", since(messages.sent_at)],
      ],
      children: <MailReasons download={mailDownload} isKept={!messages.by_smtp} />,
    },
    jobs: {
      facts: [
        ["Por hacer", formatCount(jobs.due)],
        ["La más antigua", since(jobs.oldest_due)],
        ["En curso", formatCount(jobs.running)],
        ["Fallidas del todo", formatCount(jobs.failed)],
      ],
      children: <JobKinds kinds={jobs.kinds} />,
    },
    backup: {
      facts: [
        ["La última", since(upkeep.backed_up_at)],
        ["La última fallida", since(upkeep.backup_failed_at)],
        ["Tamaño", upkeep.backup_bytes !== null && formatBytes(upkeep.backup_bytes)],
        ["La última probada", since(upkeep.verified_at)],
      ],
      note: "Cuentan las hechas con npm run backup y las anotadas con npm run backup:noted.",
    },
    removal: {
      facts: [
        ["La última", since(upkeep.removed_at)],
        ["La última fallida", since(upkeep.removal_failed_at)],
      ],
    },
    node: {
      facts: [
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
      ],
    },
  };
  const told = judgedParts(status).map((each) => ({ ...each, ...parts[each.part], meaning: MEANINGS[each.part] }));
  const wrong = told.filter(({ verdict }) => verdict.tone !== "success");
  return (
    <div className="flex flex-col gap-4">
      <p className="text-lg">
        <strong>
          {wrong.length === 0
            ? "Todo anda bien."
            : `${list.format(wrong.map(({ title }) => title))} ${wrong.length === 1 ? "pide" : "piden"} atención.`}
        </strong>{" "}
        <span className="text-base text-muted">Mirado el {formatMoment(status.at)}.</span>
      </p>
      <div className="divide-y divide-line rounded-card border border-line bg-surface shadow-soft">
        {told.map(({ part, ...each }) => (
          <StatusPart key={part} {...each} />
        ))}
      </div>
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
        <Folded title="Actividad de los últimos días">
          <BarPlot
            title="Casos publicados por día"
            note="Cubierto es el caso que ya encontró su especialista."
            of="Día"
            kinds={["Cubiertos", "Sin cubrir"]}
            bars={barsOfDays(status.cases)}
            share="Tasa"
            empty="No se publicó ningún caso en 14 días."
          />
          <BarPlot
            title="Ingresos por hora"
            note="Los rechazos repetidos de una red cuentan una vez por hora."
            of="Hora"
            kinds={["Ingresos", "Rechazados"]}
            bars={barsOfHours(status.sign_ins)}
            empty="Nadie ingresó en 24 horas."
          />
        </Folded>
      </Card>
    </div>
  );
}

const since = (moment: Date | null) => moment && <RelativeTime date={moment} />;

function wordsOfReplica({ in_use, age_ms }: NonNullable<Status["node"]["replica"]>): string {
  const held = age_ms === null ? "nunca estuvo al día" : `al día hasta hace ${formatMs(age_ms)}`;
  return `${in_use ? "En uso" : "Sin uso"}, ${held}`;
}
