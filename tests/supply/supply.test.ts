import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ownSupply } from "./check.ts";
import { EXCEPTIONS, type Installed, type Locked, problemsOf, type Supply } from "./packages.ts";

const integrity = "sha512-x";
const good: Locked = { version: "1.0.0", license: "MIT", integrity };

/** A project with one package `a`, locked and installed as given. */
function project(locked: Locked, there: Installed | null = null, wanted = "1.0.0", name = "a"): Supply {
  const { version } = locked;
  return {
    manifest: { dependencies: { [name]: wanted } },
    lockfile: { lockfileVersion: 3, packages: { "": {}, [`node_modules/${name}`]: locked } },
    npmrc: "ignore-scripts=true\n",
    installed: () => there && { version, ...there },
  };
}

test("the project's packages are as they should be", () => {
  const supply = ownSupply();
  expect(problemsOf(supply)).toEqual([]);
  const names = Object.keys(supply.lockfile.packages).map((path) => path.replace(/^.*node_modules\//, ""));
  expect(names.length).toBeGreaterThan(500);
  // Each exception still matches a package.
  for (const { packages, reason } of EXCEPTIONS)
    expect([reason, names.some((name) => packages.test(name))]).toEqual([reason, true]);
});

test("a project of one good package has no problem", () => {
  expect(problemsOf(project(good, { license: "MIT" }))).toEqual([]);
  expect(problemsOf(project({ ...good, license: "(MIT OR GPL-3.0-only)" }))).toEqual([]);
  expect(problemsOf(project({ ...good, license: "MPL-2.0", dev: true }, null, "1.0.0", "axe-core"))).toEqual([]);
});

test.each<[string, Supply, RegExp]>([
  [
    "a licence that is not on the list",
    project({ ...good, license: "GPL-3.0-only" }),
    /a has a licence that is not allowed: GPL/,
  ],
  [
    "a licence that goes along with one on the list",
    project({ ...good, license: "MIT AND SSPL-1.0" }),
    /not allowed: MIT AND SSPL/,
  ],
  ["no licence", project({ version: "1.0.0", integrity }), /says nothing of its licence/],
  ["another licence in the package than in the lockfile", project(good, { license: "AGPL-3.0" }), /not allowed: AGPL/],
  [
    "the licence of an exception in what is served",
    project({ ...good, license: "MPL-2.0" }, null, "1.0.0", "axe-core"),
    /not allowed: MPL/,
  ],
  [
    "the licence of an exception in another package",
    project({ ...good, license: "LGPL-3.0-or-later" }),
    /not allowed: LGPL/,
  ],
  ["a script at its installation", project({ ...good, hasInstallScript: true }), /a wants to run a script/],
  [
    "a script that the lockfile is silent about",
    project(good, { license: "MIT", scripts: { postinstall: "x" } }),
    /a wants to run a script/,
  ],
  [
    "a build of native code at its installation",
    project(good, { license: "MIT", hasGyp: true }),
    /a wants to run a script/,
  ],
  ["scripts that are let run", { ...project(good), npmrc: "" }, /ignore-scripts/],
  ["a range for a version", project(good, null, "^1.0.0"), /a is not one version: \^1.0.0/],
  ["a tag for a version", project(good, null, "latest"), /a is not one version: latest/],
  ["another version in the lockfile", project(good, null, "1.0.1"), /a is 1.0.1, and 1.0.0 in/],
  [
    "another version installed",
    project(good, { license: "MIT", version: "1.0.2" }),
    /is installed as 1.0.2, not 1.0.0/,
  ],
  ["no hash", project({ ...good, integrity: undefined }), /no SHA-512/],
  ["a weak hash", project({ ...good, integrity: "sha1-x" }), /no SHA-512/],
  [
    "a package from elsewhere",
    project({ ...good, resolved: "git+ssh://git@example.com/a.git" }),
    /comes from elsewhere/,
  ],
  ["a link in place of a package", project({ ...good, link: true }), /is a link/],
])("%s is noticed", (_what, supply, problem) => {
  expect(problemsOf(supply)).toEqual([expect.stringMatching(problem)]);
});

test(
  "npm run sbom writes every locked package with version, licence and hash, and no address of a registry",
  { timeout: 60_000 },
  () => {
    const folder = mkdtempSync(join(tmpdir(), "kinexo-sbom-"));
    const file = join(folder, "sbom.json");
    const { status, stdout } = spawnSync(process.execPath, ["bin/sbom.mjs", file], { encoding: "utf8" });
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^\d+ packages in \S+\n$/)]);
    const text = readFileSync(file, "utf8");
    rmSync(folder, { recursive: true });
    type Component = { name: string; version: string; hashes: { alg: string }[]; licenses: unknown[] };
    const bom = JSON.parse(text) as {
      bomFormat: string;
      specVersion: string;
      metadata: { component: { name: string } };
      components: Component[];
    };
    expect(bom).toMatchObject({
      bomFormat: "CycloneDX",
      specVersion: "1.5",
      metadata: { component: { name: "kinexo" } },
    });
    expect(text.match(/https?:\/\/(?!cyclonedx\.org)[^"]*/g)).toBeNull();
    const idOf = ({ name, version }: { name: string; version?: string }) => `${name}@${version}`;
    const listed = new Set(bom.components.map(idOf));
    const locked = Object.entries(ownSupply().lockfile.packages).filter(([path]) => path !== "");
    expect(
      locked
        .map(([path, { version }]) => idOf({ name: path.replace(/^.*node_modules\//, ""), version }))
        .filter((id) => !listed.has(id)),
    ).toEqual([]);
    expect(
      bom.components.filter(({ hashes, licenses }) => hashes?.[0]?.alg !== "SHA-512" || !licenses?.length).map(idOf),
    ).toEqual([]);
  },
);
