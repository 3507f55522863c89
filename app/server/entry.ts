import { createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";
import { appContext } from "../shared/app-context.ts";
import { nonceContext } from "../shared/nonce.ts";
import { hasSessionCookie } from "../shared/session-cookie.ts";
import { profileDocument, profileId, visitorsProfile } from "../screens/public/visitors-profile.server.tsx";
import { callContext } from "../server-api.server.ts";
import { openApp, type App } from "./app.server.ts";
import type { Pages } from "./http-app.server.ts";
import { seed } from "../demo/seed.ts";
import type { Settings } from "../platform/settings.ts";

const rendered = createRequestHandler(build);
// In development the build changes with every request.
const buildId = import.meta.env.PROD ? build.assets.version : "";

/** Opens the app with its pages. Loaded by `app/process/main.ts` and the development server. */
export function open(settings: Settings, databaseUrl: string): Promise<App> {
  const { productName, contactPhone, contactEmail, publicUrl, signInProviders } = settings;
  const providers = signInProviders.map(({ id, name }) => ({ id, name }));
  const product = { productName, contactPhone, contactEmail, publicUrl, providers, build: buildId };
  const render: Pages["render"] = async (request, call, nonce) => {
    const context = new RouterContextProvider();
    context.set(appContext, product);
    context.set(nonceContext, nonce);
    context.set(callContext, call);
    const id = profileId(new URL(request.url));
    if (id === undefined) return rendered(request, context);
    const page = hasSessionCookie(request.headers.get("cookie"))
      ? await rendered(request, context)
      : await visitorsProfile({ request, context }, id);
    page.headers.append("vary", "cookie");
    return page;
  };
  const profile: Pages["profile"] = (shown) => profileDocument(product, shown);
  return openApp(settings, databaseUrl, { render, profile, build: buildId });
}

/** Fills an empty database with the demo and returns the lines that list its accounts. */
export function seedDemo(app: App): Promise<string[]> {
  return seed(app.services);
}
