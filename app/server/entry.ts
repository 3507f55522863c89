import { createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";
import { appContext } from "../shared/app-context.ts";
import { nonceContext } from "../shared/nonce.ts";
import { cachedProfileContext, callContext } from "../server-api.server.ts";
import { openApp, type App } from "./app.server.ts";
import type { Context } from "../api/request-context.server.ts";
import type { SeenProfile } from "../domain/profiles/public-profile.server.ts";
import { seed } from "../demo/seed.ts";
import type { Settings } from "../platform/settings.ts";

const render = createRequestHandler(build);
// In development the build changes with every request.
const buildId = import.meta.env.PROD ? build.assets.version : "";

/** Opens the app with its pages. Loaded by `app/process/main.ts` and the development server. */
export function open(settings: Settings, databaseUrl: string): Promise<App> {
  const page = (request: Request, call: Context, nonce: string, cachedProfile: SeenProfile | null) => {
    const context = new RouterContextProvider();
    const { productName, contactPhone, contactEmail, publicUrl, signInProviders } = settings;
    const providers = signInProviders.map(({ id, name }) => ({ id, name }));
    context.set(appContext, { productName, contactPhone, contactEmail, publicUrl, providers, build: buildId });
    context.set(nonceContext, nonce);
    context.set(callContext, call);
    context.set(cachedProfileContext, cachedProfile);
    return render(request, context);
  };
  return openApp(settings, databaseUrl, { render: page, build: buildId });
}

/** Fills an empty database with the demo and returns the lines that list its accounts. */
export function seedDemo(app: App): Promise<string[]> {
  return seed(app.services);
}
