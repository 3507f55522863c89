import { useEffect, useState } from "react";
import { data, redirect, useSearchParams } from "react-router";
import type { Answers } from "../../client/api.ts";
import { noteSessionForServer, useStoredSession } from "../../client/stored-session.ts";
import { loadChunk } from "../../ui/chunk-reload.ts";
import { serverApi } from "../../server-api.server.ts";
import { errorCode } from "../../shared/errors.ts";
import type { Route } from "./+types/kine-profile";
import { isPreview, ProfileBody } from "./profile-body.tsx";
import { profileHead } from "./profile-head.ts";

type Profile = Answers["profiles"]["publicProfile"];

/**
 * A specialist's profile in the application, for browsers with a session; other browsers get the static page (`visitorsProfile`). The server
 * renders it as visitors see it. An id without a public profile redirects to the dashboard.
 */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Profile> {
  try {
    return await serverApi(context).profiles.publicProfile({ id: params.id });
  } catch (error) {
    const code = errorCode(error);
    if (code === "UNAVAILABLE") throw data(null, { status: 503 });
    throw code === "NOT_FOUND" || code === "BAD_INPUT" ? redirect("/dashboard") : error;
  }
}

export function meta({ loaderData: profile, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { productName = "Kinexo", publicUrl = "" } = matches[0].loaderData ?? {};
  return profile ? profileHead(profile, { productName, publicUrl }) : [{ title: productName }];
}

export default function KineProfile({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  return <ProfileBody profile={useProfileOfViewer(loaderData, isPreview(params))} hasNote={isPreview(params)} />;
}

/** The server-rendered anonymous profile, replaced by the signed-in viewer's version where this browser has a session. */
function useProfileOfViewer(anonymous: Profile, isPreviewed: boolean): Profile {
  const [own, setOwn] = useState<Profile | null>(null);
  const isStored = useStoredSession();
  const hasSession = isStored && !isPreviewed;
  useEffect(() => noteSessionForServer(isStored), [isStored]);
  useEffect(() => {
    if (!hasSession) return;
    let isCurrent = true;
    // Loaded separately: visitors without an account do not need the session code.
    void loadChunk(() => import("../../client/api.ts")).then(async ({ api, READ }) => {
      const profile = await api.profiles.publicProfile({ id: anonymous.id }, READ).catch(() => null);
      if (isCurrent) setOwn(profile);
    });
    return () => {
      isCurrent = false;
    };
  }, [anonymous.id, hasSession]);
  return hasSession && own?.id === anonymous.id ? own : anonymous;
}
