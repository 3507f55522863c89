import type { Server } from "node:http";
import { createServer } from "vite";
import type { Entry, LoadedProgram } from "./load-program.ts";
import type { App } from "../server/app.server.ts";

const ENTRY = "/app/server/entry.ts";

/** Loads the program from its sources, and reloads browser and server code on change. */
export async function loadDevelopment(root: string, httpServer: Server): Promise<LoadedProgram> {
  const ours = process.listeners("SIGTERM");
  const vite = await createServer({
    root,
    appType: "custom",
    server: { middlewareMode: true, hmr: { server: httpServer }, watch: { ignored: ["**/data/**", "**/data-*/**"] } },
  });
  // Vite's plugins would exit the process on SIGTERM at once, before the database is stopped.
  for (const theirs of process.listeners("SIGTERM")) if (!ours.includes(theirs)) process.off("SIGTERM", theirs);
  process.stdin.removeAllListeners("end");
  const loadEntry = async () => (await vite.ssrLoadModule(ENTRY)) as Entry;

  return {
    clientDir: null,
    middleware: vite.middlewares,
    close: () => vite.close(),
    async seedDemo(app) {
      return (await loadEntry()).seedDemo(app);
    },
    async open(settings, databaseUrl): Promise<App> {
      let entry = await loadEntry();
      let app = await entry.open(settings, databaseUrl);
      let turn = Promise.resolve();
      // A changed source gives a new entry; requests check and swap the app one at a time.
      const refresh = async () => {
        const newest = await loadEntry();
        if (newest === entry) return;
        const old = app;
        app = await newest.open(settings, databaseUrl);
        entry = newest;
        console.log("Server code reloaded");
        await old.close();
      };
      return {
        ...app,
        async fetch(request, info) {
          const refreshed = turn.then(refresh);
          turn = refreshed.catch(() => undefined);
          try {
            await refreshed;
          } catch (error) {
            vite.ssrFixStacktrace(error as Error);
            console.error((error as Error).stack);
            return new Response((error as Error).stack, { status: 500 });
          }
          return app.fetch(request, info);
        },
        // The reloaded app answers every request itself.
        fastPath: () => false,
        drain: () => app.drain(),
        endStreams: () => app.endStreams(),
        close: () => app.close(),
      };
    },
  };
}
