import { useEffect, useState } from "react";
import { data, useNavigate, useSearchParams } from "react-router";
import type { Answers } from "../../client/api.ts";
import { hasStoredSession, noteSessionForServer, useStoredSession } from "../../client/stored-session.ts";
import { loadChunk } from "../../ui/chunk-reload.ts";
import { serverApi } from "../../server-api.server.ts";
import { errorCode } from "../../shared/errors.ts";
import type { Route } from "./+types/kine-profile";
import { isPreview, ProfileBody } from "./profile-body.tsx";
import { profileHead } from "./profile-head.ts";
import { PublicFrame } from "./public-frame.tsx";

type Profile = Answers["profiles"]["publicProfile"];

/**
 * A specialist's profile in the application, for browsers with a session; other browsers get the static page (`visitorsProfile`). The server
 * renders it as visitors see it: null without a public profile, which the viewer may yet know as an applicant.
 */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Profile | null> {
  try {
    return await serverApi(context).profiles.publicProfile({ id: params.id });
  } catch (error) {
    const code = errorCode(error);
    if (code === "UNAVAILABLE") throw data(null, { status: 503 });
    if (code === "NOT_FOUND" || code === "BAD_INPUT") return null;
    throw error;
  }
}

export function meta({ loaderData: profile, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { productName = "Kinexo", publicUrl = "" } = matches[0].loaderData ?? {};
  return profile ? profileHead(profile, { productName, publicUrl }) : [{ title: productName }];
}

export default function KineProfile({ loaderData, params: { id } }: Route.ComponentProps) {
  const [params] = useSearchParams();
  const profile = useProfileOfViewer(id, loaderData, isPreview(params));
  if (profile) return <ProfileBody profile={profile} hasNote={isPreview(params)} />;
  return (
    <PublicFrame>
      <p role="status" className="px-5 py-16 text-center text-muted">
        Un momento…
      </p>
    </PublicFrame>
  );
}

const IS_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The server-rendered anonymous profile, replaced by the signed-in viewer's version where this browser has a session. Without either, the
 * browser goes to the dashboard.
 */
function useProfileOfViewer(id: string, anonymous: Profile | null, isPreviewed: boolean): Profile | null {
  const [own, setOwn] = useState<Profile | null>(null);
  const navigate = useNavigate();
  const isStored = useStoredSession();
  const isAsked = isStored && !isPreviewed && IS_ID.test(id);
  const isUnknown = anonymous === null;
  useEffect(() => noteSessionForServer(isStored), [isStored]);
  useEffect(() => {
    // While the page is hydrated, `isStored` is not known yet.
    if (isUnknown && (isPreviewed || !IS_ID.test(id) || !hasStoredSession()))
      void navigate("/dashboard", { replace: true });
    if (!isAsked) return;
    let isCurrent = true;
    // Loaded separately: visitors without an account do not need the session code.
    void loadChunk(() => import("../../client/api.ts")).then(async ({ api, READ }) => {
      const profile = await api.profiles.publicProfile({ id }, READ).catch(() => null);
      if (!isCurrent) return;
      setOwn(profile);
      if (!profile && isUnknown) void navigate("/dashboard", { replace: true });
    });
    return () => {
      isCurrent = false;
    };
  }, [id, isAsked, isPreviewed, isUnknown, navigate]);
  return isAsked && own?.id === id ? own : anonymous;
}
