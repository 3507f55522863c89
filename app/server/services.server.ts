import type { Logger } from "pino";
import type { Auth } from "./auth/auth.server.ts";
import type { Database } from "./database.server.ts";
import type { Settings } from "./settings.ts";
import type { Storage } from "./storage.server.ts";

/** Everything live that a running app holds; opened and closed with it. */
export type Services = { settings: Settings; db: Database; log: Logger; storage: Storage; auth: Auth };
