import { plural } from "../../shared/format.ts";
import { spanWords } from "../today/today.ts";

const ofOperator = { group: "operator", role: "admin" } as const;
const ofStatus = { ...ofOperator, isUrgent: true, path: () => "/dashboard/admin/status" } as const;
const queues = () => "/dashboard/admin/queues";
type Counted = { count: number };

/** What waits for an admin, and what is wrong with the installation, whose count is hours, jobs or mails. */
export const operatorKinds = {
  appeals_waiting: {
    ...ofOperator,
    asks: "until done",
    title: () => "Hay pedidos de otra revisión",
    path: () => "/dashboard/admin/reviews?vista=apelaciones",
  },
  reply_held: {
    ...ofOperator,
    asks: "until done",
    title: () => "Hay respuestas a reseñas sin leer",
    path: () => "/dashboard/admin/reviews?vista=respuestas",
  },
  request_waiting: {
    ...ofOperator,
    asks: "until done",
    title: ({ count }: Counted) => `Hay ${plural(count, "solicitud", "solicitudes")} de especialistas sin revisar`,
    path: () => "/dashboard/admin/applications",
  },
  report_waiting: {
    ...ofOperator,
    asks: "until done",
    title: ({ count }: Counted) => `Hay ${plural(count, "denuncia", "denuncias")} sin decidir`,
    path: () => "/dashboard/admin/reports",
  },
  requests_late: {
    ...ofOperator,
    asks: "until done",
    title: ({ count }: Counted) =>
      `${plural(count, "solicitud espera", "solicitudes esperan")} hace más de lo prometido`,
    path: queues,
  },
  reports_late: {
    ...ofOperator,
    asks: "until done",
    title: ({ count }: Counted) => `${plural(count, "denuncia espera", "denuncias esperan")} hace más de lo prometido`,
    path: queues,
  },
  cases_without_application: {
    ...ofOperator,
    title: ({ count }: Counted) => `${plural(count, "caso sigue", "casos siguen")} sin postulaciones`,
    path: queues,
  },
  backup_never: { ...ofStatus, title: () => "Nunca se hizo una copia" },
  backup_old: { ...ofStatus, title: ({ count }: Counted) => `La última copia tiene ${spanWords(count * 3600)}` },
  backup_failed: { ...ofStatus, title: () => "Falló la última copia o su prueba" },
  backup_unverified: { ...ofStatus, title: () => "Nunca se probó restaurar una copia" },
  jobs_failed: {
    ...ofStatus,
    title: ({ count }: Counted) => `${plural(count, "tarea falló", "tareas fallaron")} del todo`,
  },
  mails_failing: { ...ofStatus, title: () => "Hace una hora que no sale ningún correo" },
  scanner_silent: { ...ofStatus, title: () => "No contesta el antivirus: nadie puede subir archivos" },
} as const;
