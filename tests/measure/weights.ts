// npm run bench -- weights [PATTERN]: what each screen loads, and when it is usable, at the first and the second visit of a modest phone.
import { cast, type CastMember } from "../../app/demo/cast.ts";
import { addresses } from "../e2e/screens.table.ts";
import { enter } from "../support/people.ts";
import { withDemo } from "./demo-program.ts";
import { type Visits, visitTwice } from "./phone.ts";
import type { Kind, Seen } from "./until-usable.ts";

/** Milliseconds until usable, of signed-in screens and the sign-in. */
const BARS = { cold: 3_500, warm: 1_200 };
const HAS_BARS = /^\/(dashboard\/|auth$)/;

const pattern = new RegExp(process.argv[2] ?? "");
const missed: string[] = [];
await withDemo(async (url) => {
  console.log(
    "| screen | page | scripts | styles | fonts | calls | first visit: painted | usable | second visit: painted | usable | files asked for again |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|---|---|");
  for (const [path, member] of Object.entries(await screens(url))) {
    if (!pattern.test(path)) continue;
    const session = member && (await (await enter(url, member, "sign in")).auth.getSession()).data.session;
    const visits = await visitTwice(url, path, session).catch((error: unknown) => String(error));
    if (typeof visits === "string") {
      missed.push(`${path}: ${visits}`);
      continue;
    }
    console.log(line(path, visits));
    for (const visit of ["cold", "warm"] as const) {
      const { usable } = visits[visit];
      if (HAS_BARS.test(path) && usable > BARS[visit]) missed.push(`${path}: ${visit} ${Math.round(usable)}`);
    }
  }
});
for (const each of missed) console.log(`missed: ${each}`);
process.exit(missed.length > 0 ? 1 : 0);

function line(path: string, { cold, warm }: Visits): string {
  const bytes = (kind: Kind) => cold.kilobytes[kind].toFixed(1);
  const counted = (kind: Kind) => `${cold.requests[kind]}, ${bytes(kind)}`;
  const times = ({ painted, usable }: Seen) => [Math.round(painted), Math.round(usable)];
  const again = warm.requests.scripts + warm.requests.styles + warm.requests.fonts;
  const cells = [
    `\`${path}\``,
    bytes("page"),
    counted("scripts"),
    bytes("styles"),
    bytes("fonts"),
    counted("calls"),
    ...times(cold),
    ...times(warm),
    again,
  ];
  return `| ${cells.join(" | ")} |`;
}

/** Each address and the user who opens it, or null. */
async function screens(url: string): Promise<Record<string, CastMember | null>> {
  const owners = { nobody: null, patient: cast.ana, kine: cast.carla, admin: cast.elena } as const;
  const profile = /href="(\/kines\/[^"]+)"/.exec(await (await fetch(url)).text())?.[1];
  if (!profile) throw new Error("the landing page names no specialist");
  const found = Object.entries(addresses).flatMap(([path, leadsTo]) => {
    const owner = (Object.keys(owners) as (keyof typeof owners)[]).find((who) => leadsTo[who] === null);
    if (!owner || /:(handle|token)/.test(path)) return [];
    const address = path.replace("/kines/:id", profile).replace("/kinesiologos/*", "/kinesiologos");
    return [[address.replace("*", "no-existe"), owners[owner]] as const];
  });
  return Object.fromEntries(found);
}
