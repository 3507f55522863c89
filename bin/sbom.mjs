// npm run sbom [-- FILE]: every locked package, build and test packages too, as CycloneDX (default: build/sbom.cdx.json). Reads the
// lockfile: npm's own list stops where a package depends on the "latest" of another.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { ROOT } from "./setup.mjs";

const file = resolve(process.argv[2] ?? join(ROOT, "build/sbom.cdx.json"));
const { name, version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
const components = new Map();

for (const [path, locked] of Object.entries(packages)) {
  if (path === "") continue;
  const own = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const purl = `pkg:npm/${own.replace("@", "%40")}@${locked.version}`;
  const known = components.get(purl);
  const isRequired = known?.scope === "required" || !(locked.dev || locked.optional || locked.devOptional);
  const [, sha512 = ""] = locked.integrity.split("sha512-");
  components.set(purl, {
    type: "library",
    "bom-ref": purl,
    name: own,
    version: locked.version,
    scope: isRequired ? "required" : "optional",
    hashes: [{ alg: "SHA-512", content: Buffer.from(sha512, "base64").toString("hex") }],
    licenses: locked.license ? [{ expression: locked.license }] : [{ license: { name: "not stated" } }],
    purl,
  });
}

const bom = {
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  version: 1,
  metadata: { component: { type: "application", "bom-ref": `pkg:npm/${name}@${version}`, name, version } },
  components: [...components.values()],
};
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
console.log(`${components.size} packages in ${file}`);
