// npm run admin -- NAME [ARGUMENT …] and npm run bench -- NAME [ARGUMENT …]: runs one of the programs of this table.
import { spawnSync } from "node:child_process";
import { build, fail, install, ROOT } from "./setup.mjs";

const PROGRAMS = {
  admin: {
    "admin:give": "app/commands/give-admin.ts",
    "audit:verify": "app/commands/verify-audit.ts",
    "keys:rotate": "app/commands/rotate-keys.ts",
    "secret:change": "app/commands/change-secret.ts",
    "access:revoke": "app/commands/revoke-access.ts",
    "agenda:rezone": "app/commands/rezone-agenda.ts",
    "coverages:load": "app/commands/load-coverages.ts",
    "places:load": "app/commands/load-localities.ts",
    "specialists:load": "app/commands/load-specialists.ts",
    "licences:load": "app/commands/load-licences.ts",
    "pulse:recount": "app/commands/recount-pulse.ts",
  },
  bench: {
    api: "tests/bench/run.ts",
    agenda: "tests/bench/agenda.ts",
    contacts: "tests/bench/contacts.ts",
    directory: "tests/measure/directory.ts",
    profiles: "tests/measure/profiles.ts",
    streams: "tests/measure/streams.ts",
    lighthouse: "tests/measure/lighthouse.ts",
    weights: "tests/measure/weights.ts",
    interaction: "tests/measure/interaction.ts",
  },
};

const [, , group, name = "", ...rest] = process.argv;
const names = Object.keys(PROGRAMS[group]);
if (!names.includes(name)) fail(`name one of them: npm run ${group} -- ${names.join(" | ")}`);
const node = install();
if (group === "bench") build(node);
const { status } = spawnSync(node, [PROGRAMS[group][name], ...rest], { cwd: ROOT, stdio: "inherit" });
process.exit(status ?? 1);
