import { type Field, NONE } from "./fixture.ts";
import { type Asker, askers, isLiving, kines, patients, type PlannedCase, plannedCases } from "./people.ts";
import { png } from "../files/png.ts";
import { type Principal, principals } from "../procedures/principals.ts";
import { everyInput, type Row } from "../procedures/row.ts";
import { table } from "../procedures/table.ts";
import { isFull } from "../support/full.ts";

/** One request, and the surface of the table that its answer belongs to. */
export type Ask = {
  surface: string;
  method: string;
  path: string;
  body?: BodyInit;
  type?: string;
  /** A text of the caller's own that the answer repeats, which tells them nothing. */
  typed?: string;
  /** Refused to this caller, so that it changes nothing. */
  isRefused?: boolean;
};

/** Limits the run to these procedures, for development: FIELDS_ONLY=cases.view,cases.get. */
export const only = process.env["FIELDS_ONLY"]?.split(",") ?? null;

/** Streams have a test of their own; deleting an account also deletes files, so it runs last. */
export const APART = ["live.events", "accounts.delete"];

/** The principals of the procedures' table that correspond to this caller. */
function principalsLike(asker: Asker): readonly Principal[] {
  if ((patients as readonly Asker[]).includes(asker)) return ["owner", "other patient", "former kine"];
  if ((kines as readonly Asker[]).includes(asker))
    return ["kine without application", "kine proposed", "kine accepted", "kine rejected"];
  if (asker === "half owner") return ["half patient"];
  return principals.filter((who) => who === asker);
}

/** Whether the table admits this caller in some state. */
export function isAdmitted(asker: Asker, { who, about }: Row): boolean {
  const results = about ? Object.values(about.states) : [who];
  return principalsLike(asker).some((each) => results.some((result) => result[each] === "ok"));
}

/**
 * Every call of the given procedures, with the caller's own ids and everybody else's, over /rpc and /api. The short form alternates
 * between the two, and tries one object where the caller is refused for every object.
 */
export function callsOf({ world }: Field, asker: Asker, names: string[]): Ask[] {
  return names.flatMap((surface, place) => {
    const row = table[surface]!;
    const inputs = everyInput(world, row);
    const isRefused = !isAdmitted(asker, row);
    return (isFull || !isRefused ? inputs : inputs.slice(0, 1)).flatMap((input, n) => {
      const [path, type] = [surface.replaceAll(".", "/"), "application/json"];
      const rpc = { surface, method: "POST", path: `/rpc/${path}`, body: JSON.stringify({ json: input }), type };
      const api = { surface, method: "POST", path: `/api/${path}`, body: JSON.stringify(input), type };
      if (isFull || (inputs.length === 1 && !isRefused)) return [rpc, api];
      return (n + place) % 2 ? [rpc] : [api];
    });
  });
}

/** Who uploads a photo of their own in the short form, because each new uploader costs a new process. */
const UPLOADERS: readonly Asker[] = ["owner", "carla", "admin"];

/** Uploads into every case, and everybody's photo; in the short form one upload of each kind that is refused, and each photo for one caller. */
export function fileCalls({ cases, people, licences }: Field, asker: Asker): Ask[] {
  const photos = Object.values(people).filter((_, n) => isFull || n % askers.length === askers.indexOf(asker));
  const all: Ask[] = [
    ...Object.entries(cases).map(([name, id]) => ({
      surface: "upload",
      method: "PUT",
      path: `/files/case-studies/${id}?name=a.png`,
      body: png,
      isRefused: plannedCases[name as PlannedCase].patient !== asker,
    })),
    ...[...licences, NONE].map((id) => ({
      surface: "upload",
      method: "PUT",
      path: `/files/licence-evidence/${id}?name=a.png`,
      body: png,
      isRefused: asker !== "carla",
    })),
    ...(isFull || !isLiving(asker) || UPLOADERS.includes(asker)
      ? [{ surface: "upload", method: "PUT", path: "/files/avatars", body: png, isRefused: !isLiving(asker) }]
      : []),
    ...[people["added kine"], people.carla, people.owner, NONE].map((id) => ({
      surface: "upload",
      method: "PUT",
      path: `/files/avatars/${id}`,
      body: png,
      isRefused: asker !== "admin",
    })),
    ...photos.map((id) => ({ surface: "photo", method: "GET", path: `/files/avatars/${id}/avatar.png` })),
  ];
  const refused = Map.groupBy(
    all.filter((ask) => ask.isRefused),
    ({ path }) => path.split("/", 3).join("/"),
  );
  const first = new Set([...refused.values()].map(([one]) => one));
  return all.filter((ask) => isFull || !ask.isRefused || first.has(ask));
}

const pages = [
  "/",
  "/auth",
  "/auth?mode=signup&role=kine",
  "/dashboard",
  "/pending-approval",
  "/nowhere",
  "/kines/nobody",
  "/_root.data",
  ...["cases", "kines", "reviews", "profile"].map((page) => `/dashboard/patient/${page}`),
  ...["cases", "matches", "reviews", "profile"].map((page) => `/dashboard/kine/${page}`),
  ...["users", "patients", "kines", "cases", "reviews", "applications", "reports", "profile", "status"].map(
    (page) => `/dashboard/admin/${page}`,
  ),
  "/healthz",
  "/readyz",
  "/metrics",
  "/api/openapi.json",
  "/%ff",
  "/manifest.webmanifest",
  "/files/avatars",
  "/files/case-studies",
  "/files/licence-evidence",
];

/** Every page, as a document and as the data of a client-side navigation. */
export function pageCalls({ people }: Field): Ask[] {
  const profiles = [...Object.values(people), NONE].flatMap((id) => [`/kines/${id}`, `/kines/${id}.data`]);
  return [...pages, ...profiles].map((path) => ({ surface: "page", method: "GET", path }));
}
