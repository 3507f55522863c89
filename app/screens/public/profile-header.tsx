import type { Answers } from "../../client/api.ts";
import { firstSlotInWords } from "../../domain/agendas/first-slot.ts";
import { ShareLink } from "../../domain/handles/share-link.tsx";
import { useProduct } from "../../shared/app-context.ts";
import { formatBirthDate } from "../../shared/format.ts";
import { modalityLabels } from "../../domain/profiles/modality.ts";
import { Rating } from "../../domain/reviews/rating.tsx";
import { licenceSentence } from "../../domain/licences/licence-words.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Icon } from "../../ui/icons.tsx";

type Profile = Answers["profiles"]["publicProfile"];

/** A specialist's main facts. */
export function ProfileHeader({ profile }: { profile: Profile }) {
  const { name, specialty, location_city, price_range } = profile;
  const { productName, publicUrl } = useProduct();
  const modalities = modalityLabels(profile.modalities);
  const isOnlyDeclared = profile.license_declared && !profile.license_checked && profile.licences.length === 0;
  return (
    <div className="border-b border-line bg-surface">
      <div className="mx-auto flex max-w-6xl flex-col gap-4 px-5 py-6 sm:flex-row sm:items-center sm:gap-8 md:px-6 md:py-12">
        <span className="self-start rounded-full border-4 border-primary-soft sm:self-center">
          <Avatar name={name} photoUrl={profile.photo_url} size="portrait" />
        </span>
        <div className="flex min-w-0 grow flex-col items-start gap-2.5">
          <div className="flex w-full items-start justify-between gap-3">
            <h1 className="text-3xl md:text-5xl">{name}</h1>
            <ShareLink
              text={`Mirá el perfil de ${name} en ${productName}:`}
              address={`${publicUrl}/kines/${profile.id}`}
            />
          </div>
          {specialty && <p className="text-lg md:text-xl">{specialty}</p>}
          <div className="flex flex-wrap items-center gap-x-5 gap-y-1.5">
            {profile.review_count > 0 && <Rating of={profile} />}
            {location_city && (
              <p className="flex items-center gap-1.5 text-muted">
                <Icon name="pin" />
                {location_city}
              </p>
            )}
          </div>
          <ul role="list" className="mt-1 flex flex-wrap gap-2" aria-label="Datos principales">
            {profile.license_checked && (
              <li>
                <Badge tone="success" icon="shield">
                  Matrícula verificada
                </Badge>
              </li>
            )}
            {isOnlyDeclared && (
              <li>
                <Badge icon="shield">Matrícula declarada</Badge>
              </li>
            )}
            {price_range && (
              <li>
                <Badge tone="info" icon="wallet">
                  {price_range}
                </Badge>
              </li>
            )}
            {modalities.map((modality) => (
              <li key={modality}>
                <Badge>{modality}</Badge>
              </li>
            ))}
          </ul>
          {profile.first_slot && <p className="font-semibold">{firstSlotInWords(profile.first_slot)}</p>}
          {profile.paused_until && <p>No toma casos hasta el {formatBirthDate(profile.paused_until)}.</p>}
          {isOnlyDeclared && <p className="text-muted">Dijo su matrícula; nosotros todavía no la comprobamos.</p>}
          {profile.licences.length > 0 && (
            <ul role="list" className="flex flex-col gap-1 text-muted">
              {profile.licences.map((licence) => (
                <li key={`${licence.kind} ${licence.jurisdiction} ${licence.checked_on}`}>
                  {licenceSentence(licence)}
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </div>
  );
}
