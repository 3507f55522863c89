import { plural } from "../../shared/format.ts";
import { spanWords } from "../today/today.ts";

const ofStatus = { group: "operator", role: "admin", isUrgent: true, path: () => "/dashboard/admin/status" } as const;
type Counted = { count: number };

/** What is wrong with the installation. The count is hours, jobs or mails. */
export const alarmKinds = {
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
