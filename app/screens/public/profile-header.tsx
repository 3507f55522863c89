import type { ReactNode } from "react";
import type { Answers } from "../../client/api.ts";
import { firstSlotInWords } from "../../domain/agendas/first-slot.ts";
import { ShareLink } from "../../domain/handles/share-link.tsx";
import { useProduct } from "../../shared/app-context.ts";
import { formatBirthDate } from "../../shared/format.ts";
import { modalityLabels } from "../../domain/profiles/modality.ts";
import { Rating } from "../../domain/reviews/rating.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { type IconName, Icon } from "../../ui/icons.tsx";
import { priceOf } from "./profile-price.ts";

type Profile = Answers["profiles"]["publicProfile"];

/** The most coverages that the header names. */
const MOST_NAMED = 2;

/** What decides first: who it is, what they treat, where, for how much, and when. */
export function ProfileHeader({ profile }: { profile: Profile }) {
  const { name, specialty, location_city } = profile;
  const { productName, publicUrl } = useProduct();
  const isOnlyDeclared = profile.license_declared && !profile.license_checked && profile.licences.length === 0;
  const where = [location_city, modalityLabels(profile.modalities).join(", ")].filter(Boolean).join(" · ");
  const cost = [priceOf(profile), coveragesOf(profile)].filter(Boolean).join(" · ");
  return (
    <div className="border-b border-line bg-surface">
      <div className="mx-auto grid max-w-6xl grid-cols-[auto_1fr] gap-x-4 gap-y-3 px-5 py-5 sm:gap-x-8 md:px-6 md:py-12">
        <span className="self-start rounded-full border-4 border-primary-soft sm:row-span-2">
          <Avatar name={name} photoUrl={profile.photo_url} size="portrait" />
        </span>
        <div className="min-w-0 self-center">
          <div className="flex items-start justify-between gap-2">
            <h1 className="text-2xl md:text-5xl">{name}</h1>
            <ShareLink
              text={`Mirá el perfil de ${name} en ${productName}:`}
              address={`${publicUrl}/kines/${profile.id}`}
            />
          </div>
          {specialty && <p className="text-lg leading-snug md:text-xl">{specialty}</p>}
        </div>
        <div className="flex min-w-0 flex-col gap-2.5 max-sm:col-span-2">
          <ul
            role="list"
            className="flex flex-col gap-2 md:flex-row md:flex-wrap md:items-center md:gap-x-6"
            aria-label="Datos principales"
          >
            {profile.review_count > 0 && (
              <li>
                <Rating of={profile} />
              </li>
            )}
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
            {where && <Fact icon="pin">{where}</Fact>}
            {cost && <Fact icon="wallet">{cost}</Fact>}
            {profile.first_slot && (
              <Fact icon="calendar">
                <strong className="font-semibold">{firstSlotInWords(profile.first_slot)}</strong>
              </Fact>
            )}
          </ul>
          {profile.paused_until && <p>No toma casos hasta el {formatBirthDate(profile.paused_until)}.</p>}
          {isOnlyDeclared && <p className="text-muted">Dijo su matrícula; nosotros todavía no la comprobamos.</p>}
        </div>
      </div>
    </div>
  );
}

function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <Icon name={icon} className="mt-1 size-5 shrink-0 text-primary" />
      <span className="min-w-0">{children}</span>
    </li>
  );
}

/** "toma Galeno, IOMA y 1 más", of those confirmed; null without any. */
function coveragesOf({ coverages }: Profile): string | null {
  const names = coverages.filter(({ freshness }) => freshness !== "stale").map(({ short }) => short);
  if (names.length === 0) return null;
  const more = names.length - MOST_NAMED;
  return `toma ${names.slice(0, MOST_NAMED).join(more > 0 ? ", " : " y ")}${more > 0 ? ` y ${more} más` : ""}`;
}
