import type { ReactNode } from "react";
import { ageInWords } from "../../../domain/coverages/coverage-words.ts";
import type { Card } from "../../../domain/directory/cards.server.ts";
import { licenceSentence } from "../../../domain/licences/licence-words.ts";
import { distanceInWords } from "../../../domain/places/distance.ts";
import { formatPesos } from "../../../domain/prices/pesos.ts";
import { Rating } from "../../../domain/reviews/rating.tsx";
import { formatShortDay, plural } from "../../../shared/format.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { buttonLook } from "../../../ui/button-look.ts";
import { type IconName, Icon } from "../../../ui/icons.tsx";

const DAYS = ["dom", "lun", "mar", "mié", "jue", "vie", "sáb"] as const;
const FROM_MONDAY = [1, 2, 3, 4, 5, 6, 0];

/** A specialist in the directory: each fact with its date, and the link that invites them to a case. */
export function ResultCard({ card }: { card: Card }) {
  const { id, name, specialty, price, price_range, licence, location_city, km, modalities, weekdays } = card;
  return (
    <li className="relative grid gap-4 rounded-card border border-line bg-surface p-5 shadow-soft md:p-6">
      <div className="flex items-start gap-4">
        <Avatar name={name} photoUrl={card.photo_url} id={id} size="big" />
        <div className="grid min-w-0 grow gap-1">
          <h3 className="text-xl">
            <a href={`/kines/${id}`} className="rounded hover:text-primary hover:underline hover:underline-offset-4">
              {name}
            </a>
          </h3>
          {specialty && <p className="text-muted">{specialty}</p>}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Rating of={card} />
            {card.is_newcomer && card.review_count > 0 && <Badge>Pocas reseñas</Badge>}
          </div>
        </div>
      </div>
      <ul className="grid gap-x-6 gap-y-2.5 text-sm sm:grid-cols-2">
        {licence && <Fact icon="shield">{licenceSentence({ ...licence, number: null })}</Fact>}
        {location_city && (
          <Fact icon="pin">
            {location_city}
            {km !== null && <small>, {distanceInWords(km)}</small>}
          </Fact>
        )}
        {price ? (
          <Fact icon="wallet">
            {price.freshness === "stale"
              ? (price_range ?? "Precio")
              : `${formatPesos(price.session)} la sesión ${WHERE[price.modality]}`}
            <small>. {confirmedInWords(price)}</small>
          </Fact>
        ) : (
          price_range && (
            <Fact icon="wallet">
              {price_range}
              <small>. Sin fecha</small>
            </Fact>
          )
        )}
        {card.coverages.length > 0 && (
          <Fact icon="case">
            {card.coverages.map(({ short }) => short).join(", ")}
            {card.coverage_count > card.coverages.length && ` y ${card.coverage_count - card.coverages.length} más`}
            <small>. {confirmed(card.coverages)}</small>
          </Fact>
        )}
        {card.reply_hours !== null && (
          <Fact icon="clock">
            Suele responder en {plural(card.reply_hours, "hora", "horas")}
            <small>. La mitad de sus últimos casos</small>
          </Fact>
        )}
        {(modalities.length > 0 || weekdays.length > 0) && (
          <Fact icon="calendar">
            {[
              modalities.join(", "),
              FROM_MONDAY.filter((day) => weekdays.includes(day))
                .map((day) => DAYS[day])
                .join(", "),
            ]
              .filter(Boolean)
              .join(": ")}
          </Fact>
        )}
      </ul>
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <a
          href="/dashboard/patient/cases"
          data-kine={id}
          data-name={name}
          aria-label={`Invitar a mi caso a ${name}`}
          className={buttonLook()}
        >
          Invitar a mi caso
        </a>
        <a href={`/kines/${id}`} aria-label={`Ver perfil de ${name}`} className={buttonLook("secondary")}>
          Ver perfil
        </a>
      </div>
    </li>
  );
}

const WHERE = { consultorio: "en consultorio", domicilio: "a domicilio", online: "online" } as const;
const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="fact">
      <Icon name={icon} className="" />
      {children}
    </li>
  );
}

/** The age of the oldest coverage shown, in words. */
function confirmed(coverages: Card["coverages"]): string {
  const [oldest] = coverages.toSorted((one, other) => Number(one.confirmed_at) - Number(other.confirmed_at));
  return oldest ? confirmedInWords(oldest) : "";
}

const confirmedInWords = (fact: Parameters<typeof ageInWords>[0]) =>
  capitalised(ageInWords(fact) ?? `confirmado el ${formatShortDay(fact.confirmed_at)}`);
