// Shows /offline.html when a page cannot be loaded without a network, and shows pushes. It caches nothing else: no API answer, no personal
// page, no application code. Files that another app shares wait in a cache for the page, which takes them at once.
const KEPT = "offline-5";
const PAGE = "/offline.html";
const SCRIPT = "/offline-snapshot.js";
const SHARE = "/compartir";
const SHARED = "shared-files";
const MOST_SHARED = 5;
/** The maximum size of a study in bytes; larger files would fill the device for nothing. */
const LARGEST_SHARED = 10 * 1024 * 1024;

addEventListener("install", (event) => {
  // Routed past this worker to the browser's cache and the network: asking the worker costs a modest phone a tenth of a second a page.
  event.addRoutes?.(
    ["/assets/*", "/rpc/*"].map((pathname) => ({ condition: { urlPattern: { pathname } }, source: "network" })),
  );
  const fresh = [PAGE, SCRIPT].map((path) => new Request(path, { cache: "reload" }));
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll(fresh))
      .then(() => skipWaiting()),
  );
});

addEventListener("activate", (event) => {
  const clean = async () => {
    const others = (await caches.keys()).filter((name) => name !== KEPT && name !== SHARED);
    await Promise.all(others.map((name) => caches.delete(name)));
    // Earlier versions of this worker enabled it: in Firefox a failed preload ends the navigation, without the page below.
    await registration.navigationPreload?.disable();
  };
  event.waitUntil(clean());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  // The page and its script come from the same installation, even when the network comes and goes.
  if (new URL(request.url).pathname === SCRIPT)
    event.respondWith(caches.match(SCRIPT).then((kept) => kept ?? fetch(request)));
  if (new URL(request.url).pathname === SHARE) {
    // A GET goes from the browser itself to the server, which sees who began the navigation: a worker is not told.
    if (request.method === "POST") event.respondWith(share(request));
    return;
  }
  if (request.mode !== "navigate") return;
  // A person who opens another page did not come for the shared files, and may be somebody else.
  if (!new URL(request.url).searchParams.has("compartido")) event.waitUntil(caches.delete(SHARED));
  const answer = async () => {
    try {
      return await fetch(request);
    } catch {
      return (await caches.match(PAGE)) ?? Response.error();
    }
  };
  event.respondWith(answer());
});

// Uploads nothing: the page shows the names and asks to which case the files go. Any site can post files here; the server tells the page the
// id under which they wait only when no other site began the navigation.
async function share(request) {
  const id = crypto.randomUUID();
  try {
    await caches.delete(SHARED);
    const files = (await request.formData()).getAll("studies").filter((file) => file instanceof File);
    const kept = await caches.open(SHARED);
    await Promise.all(
      files
        .filter(({ size }) => size <= LARGEST_SHARED)
        .slice(0, MOST_SHARED)
        .map((file, index) => {
          const headers = { "x-name": encodeURIComponent(file.name.toWellFormed()), "x-shared-at": String(Date.now()) };
          return kept.put(`/compartido/${id}/${index}`, new Response(file, { headers }));
        }),
    );
  } catch {
    // Files that could not be stored are missing, which the page says.
  }
  return Response.redirect(`${SHARE}?compartido=${id}`, 303);
}

// A push contains a kind and an id. These words also appear on a locked screen: no name, and nothing about health.
const WORDS = {
  test: "Los avisos llegan a este dispositivo",
  application_received: "Tenés respuestas nuevas",
  applications_unanswered: "Hay postulaciones que esperan tu respuesta",
  application_accepted: "Aceptaron tu postulación",
  acceptance_ended: "Un paciente terminó su atención con vos",
  application_rejected: "Respondieron tu postulación",
  application_unanswered: "Novedades de tu postulación",
  offer_edited: "Cambió una propuesta para tu caso",
  offer_lapsed: "Una propuesta tuya venció",
  seat_free: "Se liberó un lugar en un caso",
  case_quiet: "Te contamos cómo sigue tu caso",
  case_in_zone: "Hay un caso nuevo en tu zona",
  case_invitation: "Te invitaron a postularte a un caso",
  case_dormant: "Tu caso está en pausa",
  still_looking: "¿Seguís buscando?",
  nobody_wrote: "¿Pudieron coordinar?",
  nobody_wrote_kine: "¿Pudieron coordinar?",
  admission_approved: "Te aprobamos: ya podés ver los casos",
  change_published: "Publicamos los cambios de tu perfil",
  change_rejected: "No publicamos los cambios de tu perfil",
  booking_requested: "Te pidieron un turno",
  booking_made: "Te reservaron un turno",
  booking_moved: "Te piden cambiar un turno",
  booking_answered: "Respondieron un turno que propusiste",
  booking_cancelled: "Se canceló un turno",
  booking_cancelled_kine: "Se canceló un turno",
  booking_in_doubt: "Un turno puede suspenderse",
  booking_in_doubt_kine: "Un turno puede suspenderse",
  bookings_tomorrow: "Mañana tenés turnos",
  bookings_unmarked: "¿Vinieron todos?",
  booking_confirmed: "Confirmaron tu turno",
  booking_declined: "No pudieron darte un turno: elegí otro",
  booking_proposed: "Te proponen un turno: fijate si podés",
  booking_tomorrow: "Tenés un turno en las próximas 24 horas",
  booking_soon: "Tenés un turno en unas horas",
  treatment_finished: "¿Terminaste?",
  measure_due: "Contanos cómo venís",
  plan_proposed: "Te proponen un plan de sesiones",
  authorisation_ending: "Se termina una autorización",
  authorisation_ending_kine: "Se termina una autorización",
  treatment_ended: "Terminó un tratamiento",
  treatment_ended_kine: "Terminó un tratamiento",
  session_noted: "Anotaron sesiones tuyas: fijate si fuiste",
  booking_no_show: "Marcaron que no fuiste a un turno",
  message_received: "Tenés un mensaje",
  message_received_kine: "Tenés un mensaje",
  review_received: "Recibiste una reseña",
  review_replied: "Respondieron una reseña tuya",
  review_hidden: "Ocultamos una reseña tuya",
  review_edit_asked: "Te pedimos que edites una reseña",
  appeal_decided: "Decidimos la revisión que pediste",
  appeal_decided_kine: "Decidimos la revisión que pediste",
  appeals_waiting: "Hay pedidos de otra revisión",
  reply_held: "Hay respuestas a reseñas sin leer",
  request_waiting: "Hay solicitudes sin revisar",
  report_waiting: "Hay denuncias sin decidir",
  requests_late: "Hay solicitudes que esperan hace más de un día",
  reports_late: "Hay denuncias que esperan hace más de un día",
  cases_without_application: "Hay casos sin postulaciones",
  backup_never: "Nunca se hizo una copia",
  backup_old: "Falta una copia",
  backup_failed: "Falló una copia o su prueba",
  backup_unverified: "Nunca se probó restaurar una copia",
  jobs_failed: "Hay tareas que fallaron del todo",
  mails_failing: "No salen los correos",
  scanner_silent: "No contesta el antivirus",
};

addEventListener("push", (event) => {
  const { kind, id } = event.data.json();
  const close = async () => {
    for (const shown of await registration.getNotifications({ tag: id })) shown.close();
  };
  // A notification with the same tag replaces the earlier one and alerts again.
  const show = () =>
    registration.showNotification(WORDS[kind] ?? "Tenés un aviso nuevo", {
      tag: id,
      renotify: true,
      icon: "/icon-192.png",
      lang: "es-AR",
      data: kind === "test" ? "/dashboard" : `/dashboard?aviso=${id}`,
    });
  event.waitUntil(kind === "close" ? close() : show());
});

// Always opens a new window: an open window may hold unsaved input.
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(clients.openWindow(event.notification.data));
});
