import { index, layout, prefix, route, type RouteConfig } from "@react-router/dev/routes";

/** The sitemap: every path and its screen. */
export default [
  index("screens/public/landing.tsx"),
  route("kines/:id", "screens/public/kine-profile.tsx"),
  route("kines/:id/share.png", "screens/public/share-image.ts"),
  route("kinesiologos/buscar", "screens/public/directory/search.tsx"),
  route("kinesiologos/*", "screens/public/directory/directory.tsx"),
  route("como-ordenamos", "screens/public/how-ordered.tsx"),
  route("k/:handle", "screens/public/handle.tsx"),
  route("k/:handle/:file", "screens/public/handle-file.ts"),
  route("terminos", "screens/public/terms.tsx"),
  route("privacidad", "screens/public/privacy.tsx"),
  route("compartir", "screens/public/share-target.ts"),
  route("robots.txt", "screens/public/robots.ts"),
  route("sitemap.xml", "screens/public/sitemap.ts"),
  route("sitemaps/:file", "screens/public/sitemap-file.ts"),
  route("contar", "screens/tell/tell.tsx"),
  route("auth", "screens/sign-in/auth.tsx"),
  route("auth/complete", "screens/sign-in/complete.tsx"),
  route("auth/step-up", "screens/step-up/step-up.tsx"),
  route("dashboard", "screens/shell/dashboard.tsx"),
  route("auth/link", "screens/sign-in/link.tsx"),
  route("forgot-password", "screens/sign-in/forgot-password.tsx"),
  route("change-password", "screens/sign-in/change-password.tsx"),
  route("baja/:token", "screens/sign-in/unsubscribe.tsx"),
  route("sigo-buscando", "screens/sign-in/still-looking.tsx"),
  route("confirmar", "screens/sign-in/confirm-facts.tsx"),
  route("pending-approval", "screens/sign-in/pending-approval.tsx"),

  route("dashboard/patient", "screens/shell/role-home.ts", { id: "patient-home" }),
  layout("screens/shell/dashboard-layout.tsx", { id: "patient-layout" }, [
    ...prefix("dashboard/patient", [
      route("cases", "screens/patient/cases.tsx"),
      route("bookings", "screens/patient/bookings.tsx"),
      route("kines", "screens/patient/kines.tsx"),
      route("messages", "screens/patient/messages.tsx"),
      route("reviews", "screens/patient/reviews.tsx"),
      route("profile", "screens/patient/profile.tsx"),
      route("inbox", "screens/shell/inbox.tsx", { id: "patient-inbox" }),
      route("security", "screens/security/security.tsx", { id: "patient-security" }),
    ]),
  ]),

  route("dashboard/kine", "screens/shell/role-home.ts", { id: "kine-home" }),
  layout("screens/shell/dashboard-layout.tsx", { id: "kine-layout" }, [
    ...prefix("dashboard/kine", [
      route("cases", "screens/kine/cases.tsx"),
      route("matches", "screens/kine/matches.tsx"),
      route("agenda", "screens/kine/agenda/agenda.tsx"),
      route("reviews", "screens/kine/reviews.tsx"),
      route("profile", "screens/kine/profile.tsx"),
      route("inbox", "screens/shell/inbox.tsx", { id: "kine-inbox" }),
      route("security", "screens/security/security.tsx", { id: "kine-security" }),
    ]),
  ]),

  route("dashboard/admin", "screens/shell/role-home.ts", { id: "admin-home" }),
  layout("screens/shell/dashboard-layout.tsx", { id: "admin-layout" }, [
    ...prefix("dashboard/admin", [
      route("today", "screens/admin/today.tsx"),
      route("queues", "screens/admin/queues.tsx"),
      route("zones", "screens/admin/zones.tsx"),
      route("users", "screens/admin/users.tsx"),
      route("patients", "screens/admin/patients.tsx"),
      route("kines", "screens/admin/kines.tsx"),
      route("cases", "screens/admin/cases.tsx"),
      route("reviews", "screens/admin/reviews.tsx"),
      route("create-kine", "screens/admin/create-kine.tsx"),
      route("applications", "screens/admin/applications.tsx"),
      route("audit", "screens/admin/audit.tsx"),
      route("reports", "screens/admin/reports.tsx"),
      route("coverages", "screens/admin/coverages.tsx"),
      route("licences", "screens/admin/licences.tsx"),
      route("settings", "screens/admin/settings.tsx"),
      route("vocabulary", "screens/admin/vocabulary.tsx"),
      route("profile", "screens/admin/profile.tsx"),
      route("inbox", "screens/shell/inbox.tsx", { id: "admin-inbox" }),
      route("security", "screens/security/security.tsx", { id: "admin-security" }),
      route("status", "screens/admin/status.tsx"),
    ]),
  ]),

  // Only in development; the build does not include it.
  ...(process.env["NODE_ENV"] === "development" ? [route("dev/gallery", "screens/dev/gallery.tsx")] : []),

  route("*", "screens/public/not-found.tsx"),
] satisfies RouteConfig;
