import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Answers } from "../../client/api.ts";
import { Badge } from "../../ui/badge.tsx";
import { buttonLook } from "../../ui/button-look.ts";
import { Card } from "../../ui/card.tsx";
import { late } from "../../ui/late.tsx";
import { Rating } from "../reviews/rating.tsx";
import { PersonLine } from "./person-line.tsx";
import { modalityLabels } from "./modality.ts";
import type { WhatsAppButtonProps } from "./specialist-phone.tsx";

// Separate chunks, since few cards show a number and the phone parser is larger than the screen.
const PhoneText = late<{ phone: string }>(async () => (await import("./specialist-phone.tsx")).PhoneText);
const WhatsAppButton = late<WhatsAppButtonProps>(async () => (await import("./specialist-phone.tsx")).WhatsAppButton);

type Specialist = Answers["profiles"]["specialists"]["items"][number];
type SpecialistCardProps = {
  specialist: Specialist;
  productName: string;
  /** Further facts that this list shows. */
  children?: ReactNode;
};

/** A specialist in the patient's list: profile, rating, and links to the profile and contact. */
export function SpecialistCard({ specialist, productName, children }: SpecialistCardProps) {
  const { id, name, phone, specialty, price_range, location_city } = specialist;
  return (
    <Card as="li">
      <div className="flex h-full flex-col gap-3 max-md:gap-2">
        <PersonLine name={name} photoUrl={specialist.photo_url}>
          {specialty}
        </PersonLine>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
          <div className={specialist.review_count > 0 ? undefined : "max-md:hidden"}>
            <Rating of={specialist} />
          </div>
          {specialist.license_checked && (
            <span className="max-md:hidden">
              <Badge tone="success" icon="shield">
                Matrícula verificada
              </Badge>
            </span>
          )}
        </div>
        {children && <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">{children}</div>}
        {specialist.bio && <p className="line-clamp-2 whitespace-pre-line max-md:hidden">{specialist.bio}</p>}
        <div className="max-md:pr-14">
          <p>
            {location_city && <span className="sr-only">Barrio: </span>}
            {[location_city, price_range].filter(Boolean).join(" · ")}
          </p>
          <p className="max-md:hidden">{modalityLabels(specialist.modalities).join(", ")}</p>
          {phone && (
            <p className="tabular-nums max-md:hidden">
              <span className="sr-only">Teléfono: </span>
              <PhoneText phone={phone} />
            </p>
          )}
        </div>
        <div className="mt-auto flex flex-wrap gap-x-3 gap-y-2">
          {/* On phones the whole row opens the profile. */}
          <Link
            to={`/kines/${id}`}
            className={`${buttonLook("secondary", "small")} max-md:absolute max-md:inset-0 max-md:rounded-card max-md:border-transparent max-md:bg-transparent`}
          >
            <span className="max-md:sr-only">
              Ver perfil completo<span className="sr-only"> de {name}</span>
            </span>
          </Link>
          {phone && (
            <span className="max-md:absolute max-md:right-4 max-md:bottom-4">
              <WhatsAppButton phone={phone} name={name} greeting={`Hola ${name}, te escribo desde ${productName}.`} />
            </span>
          )}
        </div>
      </div>
    </Card>
  );
}
