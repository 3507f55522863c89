import { firstSlotInWords } from "../../../domain/agendas/first-slot.ts";
import { WEEKDAY_SHORT } from "../../../domain/availabilities/weekday.ts";
import { ageInWords } from "../../../domain/coverages/coverage-words.ts";
import type { Card } from "../../../domain/directory/cards.server.ts";
import { slashed } from "../../../domain/licences/licence-words.ts";
import { distanceInWords } from "../../../domain/places/distance.ts";
import { formatPesos } from "../../../domain/prices/pesos.ts";
import { Rating } from "../../../domain/reviews/rating.tsx";
import { Avatar } from "../../../ui/avatar.tsx";
import { buttonLook } from "../../../ui/button-look.ts";

/** The place of the line that phones leave out. */
const LESS = 2;
const FROM_MONDAY = [1, 2, 3, 4, 5, 6, 0];

/** A specialist in the directory: three lines of facts, whose age is said only when they are old, and the link that invites them to a case. */
export function ResultCard({ card }: { card: Card }) {
  const { id, name, licence } = card;
  return (
    <li className="relative grid gap-3 rounded-card border border-line bg-surface p-4 shadow-soft">
      <div className="flex items-start gap-3">
        <Avatar name={name} photoUrl={card.photo_url} size="big" />
        <div className="grid min-w-0 grow gap-0.5">
          <h3 className="text-xl">
            <a href={`/kines/${id}`} className="rounded hover:text-primary hover:underline hover:underline-offset-4">
              {name}
            </a>
          </h3>
          <Rating of={card} />
        </div>
      </div>
      <ul className="grid gap-0.5">
        {linesOf(card).map((line, index) => (
          // On phones the profile says when and how.
          <li key={line} className={index === LESS ? "max-md:hidden" : undefined}>
            {line}
          </li>
        ))}
        {card.first_slot && <li className="font-semibold">{firstSlotInWords(card.first_slot)}</li>}
        {licence?.standing === "due" && <li>Matrícula comprobada el {slashed(licence.checked_on)}</li>}
      </ul>
      <div className="flex flex-wrap gap-x-3 gap-y-2 max-sm:*:grow">
        <a
          href="/dashboard/patient/cases"
          data-kine={id}
          data-name={name}
          aria-label={`Invitar a mi caso a ${name}`}
          className={buttonLook("secondary", "small")}
        >
          Invitar a mi caso
        </a>
        <a
          href={`/kines/${id}`}
          aria-label={`Ver perfil de ${name}`}
          className={`${buttonLook("quiet", "small")} max-md:hidden`}
        >
          Ver perfil
        </a>
      </div>
    </li>
  );
}

/** What they do, where and for how much, and when; a line without facts is left out. */
function linesOf({ specialty, reply_hours, location_city, km, coverages, ...card }: Card): string[] {
  const [coverage] = coverages;
  return [
    [specialty, reply_hours !== null && `responde en ${Math.max(1, reply_hours)} h`],
    [
      [location_city, km !== null && distanceInWords(km)].filter(Boolean).join(", "),
      priceOf(card),
      coverage &&
        `toma ${coverage.short}${aged(coverage)}${card.coverage_count > 1 ? ` y ${card.coverage_count - 1} más` : ""}`,
    ],
    [daysInWords(card.weekdays), card.modalities.join(", ")],
  ]
    .map((facts) => facts.filter(Boolean).join(" · "))
    .filter(Boolean);
}

/** "lun, mié", or "lun a vie" for three days or more in a row. */
function daysInWords(weekdays: readonly number[]): string {
  const days = FROM_MONDAY.filter((day) => weekdays.includes(day));
  const names = days.map((day) => WEEKDAY_SHORT[day]);
  const isRow = FROM_MONDAY.indexOf(days.at(-1) ?? 0) - FROM_MONDAY.indexOf(days[0] ?? 0) === days.length - 1;
  return days.length > 2 && isRow ? `${names[0]} a ${names.at(-1)}` : names.join(", ");
}

function priceOf({ price, price_range }: Pick<Card, "price" | "price_range">): string | null {
  if (!price || price.freshness === "stale") return price_range;
  return `${formatPesos(price.session)}${WHERE[price.modality]}${aged(price)}`;
}

const WHERE = { consultorio: "", domicilio: " a domicilio", online: " online" } as const;

/** " (de julio)" for a fact that is no longer fresh. */
function aged(fact: Parameters<typeof ageInWords>[0]): string {
  const age = ageInWords(fact);
  return age ? ` (${age})` : "";
}
