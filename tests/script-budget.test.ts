import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const CLIENT = join(import.meta.dirname, "../build/client");
/**
 * Compressed kilobytes of each screen's scripts until it is usable, rounded up to five with half a kilobyte of room: the names of the chunks compress
 * differently in another folder. Later chunks, such as a dialog's, are not included.
 */
const BUDGETS: Record<string, number> = {
  "screens/public/kine-profile": 120,
  "screens/tell/tell": 150,
  "screens/sign-in/auth": 150,
  "screens/sign-in/complete": 180,
  "screens/step-up/step-up": 175,
  "screens/shell/dashboard": 160,
  "screens/sign-in/link": 135,
  "screens/sign-in/forgot-password": 150,
  "screens/sign-in/change-password": 190,
  "screens/sign-in/unsubscribe": 135,
  "screens/sign-in/still-looking": 130,
  "screens/sign-in/finished": 130,
  "screens/sign-in/confirm-facts": 140,
  "screens/sign-in/pending-approval": 170,
  "screens/patient/cases": 175,
  "screens/patient/bookings": 180,
  "screens/patient/kines": 175,
  "patient-messages": 170,
  "screens/patient/reviews": 175,
  "screens/patient/profile": 195,
  "patient-inbox": 175,
  "patient-security": 195,
  "screens/kine/today": 175,
  "screens/kine/cases": 175,
  "screens/kine/matches": 180,
  "screens/kine/agenda/agenda": 180,
  "kine-messages": 170,
  "screens/kine/reviews": 175,
  "screens/kine/profile": 195,
  "kine-inbox": 175,
  "kine-security": 195,
  "screens/admin/today": 175,
  "screens/admin/pulse": 190,
  "screens/admin/queues": 180,
  "screens/admin/zones": 175,
  "screens/admin/users": 175,
  "screens/admin/patients": 175,
  "screens/admin/kines": 180,
  "screens/admin/cases": 180,
  "screens/admin/reviews": 185,
  "screens/admin/create-kine": 200,
  "screens/admin/applications": 185,
  "screens/admin/changes": 180,
  "screens/admin/disputes": 175,
  "screens/admin/audit": 180,
  "screens/admin/reports": 185,
  "screens/admin/coverages": 175,
  "screens/admin/licences": 170,
  "screens/admin/settings": 170,
  "screens/admin/holidays": 175,
  "screens/admin/vocabulary": 180,
  "screens/admin/profile": 195,
  "admin-inbox": 175,
  "admin-security": 195,
  "screens/admin/status": 170,
  "screens/public/not-found": 105,
};
/** The limits of all budgets: for signed-in screens, and for signing in. */
const MOST = 200;
const MOST_AUTH = 150;
/** A phone pays for each file with a request. */
const MOST_FILES = 30;

type Modules = { module: string; imports?: string[]; clientLoaderModule?: string; clientActionModule?: string };
type Route = Modules & { id: string; parentId?: string; hasDefaultExport: boolean };
type Manifest = { entry: Modules; routes: Record<string, Route> };

const name = readdirSync(join(CLIENT, "assets")).find((each) => /^manifest-.*\.js$/.test(each))!;
const { entry, routes } = JSON.parse(
  /=(\{.*\});?$/s.exec(readFileSync(join(CLIENT, "assets", name), "utf8"))![1]!,
) as Manifest;

const modulesOf = ({ module, imports = [], clientLoaderModule, clientActionModule }: Modules) =>
  [module, ...imports, clientLoaderModule, clientActionModule].filter((each) => each !== undefined);

/** The files of a route, of its parent routes, of the entry, and React Router's list of routes. */
function filesOf(route: Route): Set<string> {
  const above = route.parentId ? routes[route.parentId] : undefined;
  return new Set([...modulesOf(route), ...(above ? filesOf(above) : [...modulesOf(entry), `/assets/${name}`])]);
}

const screens = Object.values(routes).filter(
  (route) => route.hasDefaultExport && !Object.values(routes).some(({ parentId }) => parentId === route.id),
);

test("each screen has a budget of scripts, and no budget is of another or above its bound", () => {
  expect(Object.keys(BUDGETS)).toEqual(screens.map(({ id }) => id));
  expect(BUDGETS["screens/sign-in/auth"]).toBeLessThanOrEqual(MOST_AUTH);
  for (const [id, budget] of Object.entries(BUDGETS)) expect(budget, id).toBeLessThanOrEqual(MOST);
});

test.each(screens.map((screen) => [screen.id, screen] as const))(
  "%s keeps within the budget of scripts",
  (id, screen) => {
    const files = [...filesOf(screen)];
    const bytes = files.reduce((sum, file) => sum + statSync(join(CLIENT, `${file}.br`)).size, 0);
    console.log(`${id}: ${files.length} scripts, ${bytes} bytes`);
    expect(bytes / 1_000).toBeLessThanOrEqual(BUDGETS[id] ?? 0);
    expect(files.length).toBeLessThanOrEqual(MOST_FILES);
  },
);
