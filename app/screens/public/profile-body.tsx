import type { Answers } from "../../client/api.ts";
import { WeeklyHours } from "../../domain/availabilities/weekly-hours.tsx";
import { ContactCard } from "../../domain/profiles/contact-card.tsx";
import { FoldOnPhones } from "../../ui/fold-on-phones.tsx";
import { useProduct } from "../../shared/app-context.ts";
import { ProfileCoverages, ProfileLicences, ProfilePrices } from "./profile-facts.tsx";
import { ProfileBar } from "./profile-bar.tsx";
import { ProfileHeader } from "./profile-header.tsx";
import { ProfileReviews } from "./profile-reviews.tsx";
import { PublicFrame } from "./public-frame.tsx";
import { Report } from "./report.tsx";

type Profile = Answers["profiles"]["publicProfile"];

/** "?vista=paciente": the specialist's own profile as others see it. */
export const isPreview = (search: URLSearchParams) => search.get("vista") === "paciente";

/** A specialist's profile, for visitors as a static page and for members in the application. */
export function ProfileBody({ profile, hasNote }: { profile: Profile; hasNote: boolean }) {
  const { productName } = useProduct();
  // First on a phone for whom it is open to.
  const contact = (
    <div className="md:sticky md:top-24 md:col-start-2 md:row-start-1">
      <ContactCard profile={profile} productName={productName} />
    </div>
  );
  return (
    <PublicFrame>
      {hasNote && (
        <p role="note" className="bg-primary-soft px-4 py-2.5 text-center font-medium text-primary">
          Así ve tu perfil un paciente que todavía no te aceptó.
        </p>
      )}
      <ProfileHeader profile={profile} />
      <div className="mx-auto grid max-w-6xl items-start gap-6 px-5 py-4 md:grid-cols-[1.6fr_1fr] md:gap-x-12 md:gap-y-10 md:px-6 md:py-12">
        {profile.contact_open && contact}
        <div className="flex flex-col md:gap-10">
          <ProfileReviews profile={profile} />
          <ProfilePrices profile={profile} />
          <ProfileCoverages profile={profile} />
          <FoldOnPhones title="Disponibilidad">
            {profile.availabilities.length > 0 ? (
              <WeeklyHours availabilities={profile.availabilities} />
            ) : (
              <p className="text-muted">Todavía no publicó sus horarios.</p>
            )}
          </FoldOnPhones>
          {profile.bio && (
            <FoldOnPhones title="Sobre mí">
              <p className="whitespace-pre-line">{profile.bio}</p>
            </FoldOnPhones>
          )}
          <ProfileLicences profile={profile} />
          <Report subject="profile" id={profile.id} what={`el perfil de ${profile.name}`} />
        </div>
        {!profile.contact_open && contact}
      </div>
      {!profile.contact_open && <ProfileBar profile={profile} />}
    </PublicFrame>
  );
}
