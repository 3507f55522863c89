import type { Queue, WaitingQueue } from "./operator.ts";

/** A queue by its name in a sentence of its own. */
export const QUEUE_NAMES: Record<Queue, string> = {
  requests: "Solicitudes de especialistas",
  changes: "Cambios de perfil",
  licences: "Matrículas para comprobar",
  reports: "Denuncias",
  disputes: "Coberturas en disputa",
  replies: "Respuestas a reseñas",
  appeals: "Pedidos de otra revisión",
  cases: "Casos sin postulaciones",
};

const SECTIONS: Record<WaitingQueue, string> = {
  requests: "applications",
  changes: "changes",
  licences: "licences",
  reports: "reports",
  disputes: "disputes",
  replies: "reviews?vista=respuestas",
  appeals: "reviews?vista=apelaciones",
};

/** The screen where a queue is decided. */
export const queuePath = (queue: WaitingQueue) => `/dashboard/admin/${SECTIONS[queue]}`;
