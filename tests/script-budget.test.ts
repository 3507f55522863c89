import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const CLIENT = join(import.meta.dirname, "../build/client");
/** Compressed bytes needed until a screen is usable, by folder; later chunks, such as a dialog's, are not included. */
const BUDGETS = {
  public: 150_000,
  "sign-in": 280_000,
  "step-up": 280_000,
  shell: 280_000,
  security: 385_000,
  patient: 385_000,
  kine: 385_000,
  admin: 385_000,
};

type Modules = { module: string; imports?: string[]; clientLoaderModule?: string; clientActionModule?: string };
type Route = Modules & { id: string; parentId?: string; hasDefaultExport: boolean };
type Manifest = { entry: Modules; routes: Record<string, Route> };

const name = readdirSync(join(CLIENT, "assets")).find((each) => /^manifest-.*\.js$/.test(each))!;
const { entry, routes } = JSON.parse(
  /=(\{.*\});?$/s.exec(readFileSync(join(CLIENT, "assets", name), "utf8"))![1]!,
) as Manifest;

const modulesOf = ({ module, imports = [], clientLoaderModule, clientActionModule }: Modules) =>
  [module, ...imports, clientLoaderModule, clientActionModule].filter((each) => each !== undefined);

/** The files of a route, of its parent routes and of the entry. */
function filesOf(route: Route): Set<string> {
  const above = route.parentId ? routes[route.parentId] : undefined;
  return new Set([...modulesOf(route), ...(above ? filesOf(above) : modulesOf(entry))]);
}

const screens = Object.values(routes).filter(
  (route) => route.hasDefaultExport && !Object.values(routes).some(({ parentId }) => parentId === route.id),
);

test("there is no screen whose scripts are not counted", () => {
  expect(screens.length).toBeGreaterThan(25);
});

test.each(screens.map((screen) => [screen.id, screen] as const))(
  "%s keeps within the budget of scripts",
  (id, screen) => {
    const folder = id.split("/")[1] as keyof typeof BUDGETS | undefined;
    const files = [...filesOf(screen)];
    const bytes = files.reduce((sum, file) => sum + statSync(join(CLIENT, `${file}.br`)).size, 0);
    console.log(`${id}: ${files.length} scripts, ${bytes} bytes`);
    expect(bytes).toBeLessThanOrEqual(BUDGETS[folder ?? "security"]);
  },
);
