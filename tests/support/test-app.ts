import { rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { openHttpServer, requestListener } from "../../app/process/http-server.ts";
import { openApp, type App } from "../../app/server/app.server.ts";
import { readSettings } from "../../app/platform/settings.ts";
import type { Secret } from "../../app/platform/crypto.server.ts";
import type { Pages } from "../../app/server/http-app.server.ts";
import { cast, type CastMember } from "../../app/demo/cast.ts";
import { CHEAP_PASSWORDS } from "./cheap-passwords.ts";
import { createDatabase, throughPooler } from "./database.ts";
import { makeFolder } from "./folder.ts";
import { apiOf, enter, enterApproved } from "./people.ts";

/** The secret that encrypts every test app's keys and messages. */
export const SECRET = "a secret of the tests, long enough to be one";

export type TestApp = Awaited<ReturnType<typeof openTestApp>>;

type NodeOptions = {
  environment?: Record<string, string>;
  dataDir?: string;
  connections?: number | undefined;
  pages?: Pages;
  secret?: Secret;
  /** `PASSWORD_MEMORY` for a test of the time that hashing takes. */
  passwordMemory?: number;
};

/** One node on a migrated database, over HTTP on a free port of 127.0.0.1; closing it deletes its folder. */
export async function openNode(
  databaseUrl: string,
  {
    environment = {},
    dataDir = makeFolder("world"),
    connections,
    pages,
    secret = SECRET,
    passwordMemory = CHEAP_PASSWORDS,
  }: NodeOptions = {},
) {
  const { url, directUrl } = throughPooler(databaseUrl);
  const settings = {
    ...readSettings({
      DATA_DIR: dataDir,
      ADMIN_EMAIL: cast.elena.email,
      ADMIN_PASSWORD: cast.elena.password,
      // Tests send some thousands of requests from one address.
      CALL_LIMIT: "0",
      // Each sign-up by `enter` has an address of its own.
      TRUSTED_PROXIES: "1",
      // Pushes are on, to push services of this machine only. The program refuses this setting beside another machine's PUBLIC_URL.
      CONTACT_EMAIL: "equipo@kinexo.ar",
      ...(environment["PUBLIC_URL"] ? {} : { PUSH_LOOPBACK: "yes" }),
      ...environment,
    }),
    databaseDirectUrl: directUrl,
    secret,
    passwordMemory,
  };
  const app: App = await openApp(settings, url, pages, connections);
  const server = openHttpServer().on("request", requestListener(app.fetch, { clientDir: null }, app.fastPath));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    app,
    dataDir,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await app.close();
      // A message whose writing had begun may still arrive.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** The whole server on a new database. */
export async function openTestApp(environment: Record<string, string> = {}, connections?: number) {
  return openTestAppOn(await createDatabase(), { environment, connections });
}

/** The whole server on this database, which is dropped on close. */
export async function openTestAppOn(database: { url: string; drop(): Promise<void> }, options: NodeOptions) {
  const { url, app, dataDir, close } = await openNode(database.url, options);
  return {
    url,
    app,
    db: app.services.db,
    dataDir,
    databaseUrl: database.url,
    anonymous: apiOf(url, async () => null),
    signUp: (member: CastMember) => enter(url, member, "sign up"),
    signIn: (member: CastMember) => enter(url, member, "sign in"),
    approvedKine: (member: CastMember) => enterApproved(url, member),
    async close() {
      await close();
      await database.drop();
    },
  };
}
