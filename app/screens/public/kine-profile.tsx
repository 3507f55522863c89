import { useEffect, useState } from "react";
import { data, redirect, useSearchParams } from "react-router";
import type { Answers } from "../../client/api.ts";
import { useStoredSession } from "../../client/stored-session.ts";
import { loadChunk } from "../../ui/chunk-reload.ts";
import { WeeklyHours } from "../../domain/availabilities/weekly-hours.tsx";
import { ContactCard } from "../../domain/profiles/contact-card.tsx";
import { asPublicProfile } from "../../domain/profiles/public-profile.server.ts";
import { cachedProfileContext, serverApi } from "../../server-api.server.ts";
import { useProduct } from "../../shared/app-context.ts";
import { errorCode } from "../../shared/errors.ts";
import { Card } from "../../ui/card.tsx";
import type { Route } from "./+types/kine-profile";
import { ProfileCoverages, ProfilePrices } from "./profile-facts.tsx";
import { ProfileHeader } from "./profile-header.tsx";
import { ProfileReviews } from "./profile-reviews.tsx";
import { PublicFrame } from "./public-frame.tsx";
import { Report } from "./report.tsx";
import { structuredData } from "./structured-data.ts";

const DESCRIPTION_MAX = 200;
/** "?vista=paciente": the specialist's own profile as others see it. */
const VIEW = "vista";

type Profile = Answers["profiles"]["publicProfile"];

/** A specialist's profile as anonymous visitors see it. Any other id redirects to the dashboard. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Profile> {
  const cached = context.get(cachedProfileContext);
  if (cached?.id === params.id) return asPublicProfile(cached);
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
  if (!profile) return [{ title: productName }];
  const { name, specialty, location_city, bio, id } = profile;
  const title = `${productName} | ${[name, specialty].filter(Boolean).join(", ")}`;
  const about = [specialty ?? "Especialista", location_city && `en ${location_city}`].filter(Boolean).join(" ");
  const description = shorten(`${name}: ${about}. ${bio ?? "Mirá su perfil y las reseñas de sus pacientes."}`);
  const address = `${publicUrl}/kines/${id}`;
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: address },
    { property: "og:type", content: "profile" },
    { property: "og:site_name", content: productName },
    { property: "og:locale", content: "es_AR" },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: address },
    { property: "og:image", content: `${address}/share.png` },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: `${name}: ${about}` },
    { name: "twitter:card", content: "summary_large_image" },
    // React Router escapes it, so that no text in it can close the script element.
    { "script:ld+json": structuredData(profile, publicUrl) },
  ];
}

/** Collapses a text to one line and shortens it for search results and link previews. */
function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > DESCRIPTION_MAX ? `${line.slice(0, DESCRIPTION_MAX - 1).trimEnd()}…` : line;
}

export default function KineProfile({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  const isPreview = params.get(VIEW) === "paciente";
  const profile = useProfileOfViewer(loaderData, isPreview);
  const { productName } = useProduct();
  return (
    <PublicFrame>
      {isPreview && (
        <p role="note" className="bg-primary-soft px-4 py-2.5 text-center font-medium text-primary">
          Así ve tu perfil un paciente que todavía no te aceptó.
        </p>
      )}
      <ProfileHeader profile={profile} />
      <div
        className="mx-auto grid max-w-6xl items-start gap-8 px-5 py-8 md:grid-cols-[1.6fr_1fr] md:grid-rows-[auto_1fr] md:gap-x-12
          md:gap-y-10 md:px-6
          md:py-12"
      >
        <div className="flex flex-col gap-8 md:gap-10">
          {profile.bio && (
            <section>
              <h2 className="mb-3 text-2xl">Sobre mí</h2>
              <p className="whitespace-pre-line">{profile.bio}</p>
            </section>
          )}
          <ProfileCoverages profile={profile} />
          <ProfilePrices profile={profile} />
        </div>
        <div className="grid gap-6 md:sticky md:top-24 md:col-start-2 md:row-span-2 md:row-start-1">
          <ContactCard profile={profile} productName={productName} />
          <Card as="section">
            <h2 className="mb-2 text-xl">Disponibilidad</h2>
            {profile.availabilities.length > 0 ? (
              <WeeklyHours availabilities={profile.availabilities} />
            ) : (
              <p className="text-muted">Todavía no publicó sus horarios.</p>
            )}
          </Card>
        </div>
        <ProfileReviews profile={profile} />
        <div className="md:col-start-1">
          <Report subject="profile" id={profile.id} what={`el perfil de ${profile.name}`} />
        </div>
      </div>
    </PublicFrame>
  );
}

/** The server-rendered anonymous profile, replaced by the signed-in viewer's version where this browser has a session. */
function useProfileOfViewer(anonymous: Profile, isPreview: boolean): Profile {
  const [own, setOwn] = useState<Profile | null>(null);
  const hasSession = useStoredSession() && !isPreview;
  useEffect(() => {
    if (!hasSession) return;
    let isCurrent = true;
    // Loaded separately: visitors without an account do not need the session code.
    void loadChunk(() => import("../../client/api.ts")).then(async ({ api }) => {
      const profile = await api.profiles.publicProfile({ id: anonymous.id }).catch(() => null);
      if (isCurrent) setOwn(profile);
    });
    return () => {
      isCurrent = false;
    };
  }, [anonymous.id, hasSession]);
  return hasSession && own?.id === anonymous.id ? own : anonymous;
}
