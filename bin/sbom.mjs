// npm run sbom [-- FILE]: every locked package, those of the build and of the tests too, as CycloneDX (build/sbom.cdx.json unless told).
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fail, ROOT } from "./setup.mjs";

const file = resolve(process.argv[2] ?? join(ROOT, "build/sbom.cdx.json"));
const { status, stdout, stderr } = spawnSync("npm", ["sbom", "--package-lock-only", "--sbom-format=cyclonedx", "--sbom-type=application"], {
  cwd: ROOT,
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === "win32",
});
if (status !== 0) fail(`npm sbom failed: ${stderr.trim().split("\n").at(-1)}`);

const bom = JSON.parse(stdout);
// npm names the project after its folder, and packages after where they were fetched.
bom.metadata.component.name = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).name;
for (const component of [bom.metadata.component, ...bom.components]) delete component.externalReferences;
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
console.log(`${bom.components.length} packages in ${file}`);
