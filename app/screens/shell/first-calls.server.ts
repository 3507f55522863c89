import type { Role } from "../../shared/roles.ts";
import { START } from "./first-calls-script.ts";
import { roleOfPath } from "./navigation.ts";

/** A procedure's path and its input, or the URL of a request to the account service. */
type Call = readonly [path: string, input?: Readonly<Record<string, unknown>>];

/** The first calls of the frame around a role's screens. */
const OF_FRAME: Record<Role, readonly Call[]> = {
  patient: [["notifications/unseen"]],
  kine: [["notifications/unseen"]],
  admin: [["notifications/unseen"], ["today/waiting"], ["adminViews/unseen"]],
};

const fromNewest = { before: null };
const inOrder = { search: null, order: "newest" };
const ofProfile: readonly Call[] = [
  ["profiles/mine"],
  ["notifications/settings"],
  ["conversations/blocked"],
  ["push/state"],
];

const ofSecurity: readonly Call[] = [["/auth/v1/user"], ["/auth/v1/passkeys"], ["sessions/mine"]];

/** The first calls of each screen, exactly as its components make them: a test opens every screen, and components must use every answer. */
const OF_SCREEN: Record<string, readonly Call[]> = {
  "/dashboard": [],
  "/dashboard/patient/cases": [["cases/mine", fromNewest]],
  "/dashboard/patient/bookings": [["bookings/mine"]],
  "/dashboard/patient/kines": [
    ["profiles/specialists", fromNewest],
    ["profiles/specialistCount"],
    ["coverages/search", { text: "" }],
  ],
  "/dashboard/patient/messages": [
    ["conversations/mine", fromNewest],
    ["conversations/withdrawn", fromNewest],
  ],
  "/dashboard/patient/reviews": [
    ["reviews/pending", fromNewest],
    ["reviews/mine", fromNewest],
  ],
  "/dashboard/patient/profile": [...ofProfile, ["coverages/own"], ["consents/health"]],
  "/dashboard/patient/inbox": [["notifications/list", fromNewest]],
  "/dashboard/patient/security": ofSecurity,
  "/dashboard/kine/today": [
    ["profiles/mine"],
    ["availabilities/mine"],
    ["coverages/mine"],
    ["prices/mine"],
    ["bookings/mine"],
    ["conversations/unread"],
    ["matches/mine", { before: null, status: "proposed" }],
    ["cases/available", { location_city: null, injury_area: null, preferred_modality: null, before: null }],
  ],
  "/dashboard/kine/messages": [
    ["conversations/received", fromNewest],
    ["conversations/withdrawn", fromNewest],
  ],
  "/dashboard/kine/cases": [
    ["cases/available", { location_city: null, injury_area: null, preferred_modality: null, before: null }],
    ["profiles/mine"],
  ],
  "/dashboard/kine/matches": [
    ["matches/mine", { before: null, status: null }],
    ["matches/mine", { before: null, status: "accepted" }],
  ],
  "/dashboard/kine/agenda": [["bookings/mine"]],
  "/dashboard/kine/reviews": [["reviews/received", fromNewest]],
  "/dashboard/kine/profile": [
    ["profiles/mine"],
    ["availabilities/mine"],
    ["coverages/mine"],
    ["prices/mine"],
    ["handles/mine"],
  ],
  "/dashboard/kine/inbox": [["notifications/list", fromNewest]],
  "/dashboard/kine/security": ofSecurity,
  "/dashboard/admin/today": [["today/read"]],
  "/dashboard/admin/pulse": [["operator/zones"]],
  "/dashboard/admin/queues": [["operator/queues"], ["operator/quietCases", fromNewest]],
  "/dashboard/admin/zones": [["operator/zones"]],
  "/dashboard/admin/users": [["accounts/list", { ...inOrder, role: null, after: null }]],
  "/dashboard/admin/patients": [["profiles/patients", { ...inOrder, after: null }]],
  "/dashboard/admin/kines": [["profiles/kines", { ...inOrder, approval_status: null, after: null }]],
  "/dashboard/admin/cases": [["cases/list", { ...inOrder, status: null, after: null }]],
  "/dashboard/admin/reviews": [
    ["reviews/list", { ...inOrder, stars: null, state: "waiting", after: null }],
    ["reviews/list", { ...inOrder, stars: null, state: null, after: null }],
    ["reviews/totals"],
  ],
  "/dashboard/admin/create-kine": [],
  "/dashboard/admin/applications": [
    ["kineApplications/list", { state: "pending", order: "oldest", before: null }],
    ["kineApplications/list", { state: "decided", order: "newest", before: null }],
    ["kineApplications/pendingCount"],
  ],
  "/dashboard/admin/audit": [["audit/list", { ...inOrder, event: null, after: null }]],
  "/dashboard/admin/reports": [
    ["reports/list", { state: "open", by: "person", after: null }],
    ["reports/list", { state: "open", by: "program", after: null }],
    ["reports/list", { state: "decided", by: null, after: null }],
  ],
  "/dashboard/admin/changes": [["profileChanges/list", fromNewest]],
  "/dashboard/admin/disputes": [["coverages/disputes", { after: null }]],
  "/dashboard/admin/coverages": [["coverages/list"]],
  "/dashboard/admin/licences": [["licences/queue", { after: null }]],
  "/dashboard/admin/settings": [["settings/read"]],
  "/dashboard/admin/holidays": [["holidays/list", { year: null }]],
  "/dashboard/admin/vocabulary": [["vocabulary/queue"]],
  "/dashboard/admin/profile": ofProfile,
  "/dashboard/admin/inbox": [["notifications/list", fromNewest]],
  "/dashboard/admin/security": ofSecurity,
  "/dashboard/admin/status": [["status/read"]],
};

/** The script that starts a signed-in screen's first calls before the application's scripts have loaded; null for other pages. */
export function firstCallsScript({ pathname, search }: URL, nonce: string): string | null {
  const ofScreen = OF_SCREEN[pathname];
  if (!ofScreen) return null;
  const role = roleOfPath(pathname);
  // With a query string the screen shows something other than its first page.
  const calls = role === null ? [] : [...(search === "" ? ofScreen : []), ...OF_FRAME[role]];
  return `<script nonce="${nonce}">(${START})(${JSON.stringify(role)}, ${JSON.stringify(calls)})</script>`;
}
