import { readFileSync } from "node:fs";
import { AuthClient } from "@supabase/auth-js";

const declarations = new URL("./", import.meta.resolve("@supabase/auth-js"));

/** The declaration file of each class in the package: private members are not methods for callers. */
const declaredIn: Record<string, string> = {
  GoTrueClient: "GoTrueClient.d.ts",
  GoTrueAdminApi: "GoTrueAdminApi.d.ts",
  WebAuthnApi: "lib/webauthn.d.ts",
};

function hiddenNames(className: string): Set<string> {
  const file = declaredIn[className];
  if (!file) throw new Error(`auth-js has a class that is not known here: ${className}`);
  const text = readFileSync(new URL(file, declarations), "utf8");
  const hidden = text.matchAll(/^ +(?:private|protected) (?:static )?(?:[gs]et )?(\w+)/gm);
  return new Set(Array.from(hidden, ([, name = ""]) => name));
}

function* walk(holder: object, path: string): Generator<string> {
  const { name } = holder.constructor;
  const isPlain = name === "Object";
  const hidden = isPlain ? new Set<string>() : hiddenNames(name);
  const inherited = isPlain ? [] : Object.getOwnPropertyNames(Object.getPrototypeOf(holder));
  for (const key of new Set([...inherited, ...Object.keys(holder)])) {
    if (key === "constructor" || key.startsWith("_") || hidden.has(key)) continue;
    const member: unknown = Reflect.get(holder, key);
    if (typeof member === "function") yield path + key;
    else if (typeof member === "object" && member !== null) yield* walk(member, `${path}${key}.`);
  }
}

/** Every public method of auth-js, by its path from the client: `signUp`, `admin.mfa.listFactors`. */
export function publicMethods(): string[] {
  const client = new AuthClient({ url: "http://localhost", persistSession: false, autoRefreshToken: false });
  return [...walk(client, "")].toSorted();
}
