import { Rating } from "../../../domain/reviews/rating.tsx";
import { Avatar } from "../../../ui/avatar.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { modalityLabels } from "../../../domain/profiles/modality.ts";

export type Sample = {
  id: string;
  name: string;
  specialty: string | null;
  price_range: string | null;
  modalities: string | null;
  location_city: string | null;
  photo_url: string | null;
  review_count: number;
  average_stars: number | null;
  rating_from: number;
};

/** A few specialists' public data; renders nothing when there are none. */
export function SampleSpecialists({ specialists }: { specialists: readonly Sample[] }) {
  if (specialists.length === 0) return null;
  return (
    <section aria-labelledby="algunos" className="mx-auto max-w-6xl px-5 py-14 md:px-6 md:py-20">
      <h2 id="algunos" className="text-3xl md:text-4xl">
        Especialistas que ya están acá
      </h2>
      <p className="mt-3 max-w-2xl text-muted">
        Los mejor calificados en las reseñas más recientes. Nadie paga por aparecer en esta lista.
      </p>
      <ul className="mt-8 grid gap-5 md:grid-cols-3">
        {specialists.map((specialist) => (
          <SampleCard key={specialist.id} specialist={specialist} />
        ))}
      </ul>
    </section>
  );
}

function SampleCard({ specialist }: { specialist: Sample }) {
  const { id, name, specialty, price_range, modalities, location_city, photo_url } = specialist;
  return (
    <li
      className="relative flex flex-col gap-4 rounded-card border border-line bg-surface p-5 shadow-soft transition-colors
        duration-150 hover:border-primary"
    >
      <div className="flex items-center gap-4 md:max-lg:flex-col md:max-lg:items-start">
        <Avatar name={name} photoUrl={photo_url} size="big" />
        <div className="min-w-0">
          <h3 className="text-lg">
            <a
              href={`/kines/${id}`}
              className="rounded line-clamp-2 after:absolute after:inset-0 after:rounded-card hover:text-primary
                focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-offset-2
                focus-visible:after:outline-(--focus)"
            >
              {name}
            </a>
          </h3>
          {specialty && <p className="line-clamp-2 text-muted">{specialty}</p>}
        </div>
      </div>
      <Rating of={specialist} />
      <ul className="mt-auto grid gap-1.5 border-t border-line pt-4 text-sm text-muted">
        {location_city && (
          <li className="flex gap-2">
            <Icon name="pin" className="mt-px size-5" />
            {location_city}
          </li>
        )}
        {modalities && (
          <li className="flex gap-2">
            <Icon name="calendar" className="mt-px size-5" />
            {modalityLabels(modalities).join("\u00a0· ")}
          </li>
        )}
        {price_range && (
          <li className="flex gap-2">
            <Icon name="wallet" className="mt-px size-5" />
            <span>{price_range} por sesión</span>
          </li>
        )}
      </ul>
    </li>
  );
}
