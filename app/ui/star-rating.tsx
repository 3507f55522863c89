import { type Ref, useId } from "react";
import { FieldGroup } from "./field-frame.tsx";
import { Icon } from "./icons.tsx";

type StarInputProps = {
  label: string;
  value: number | null;
  onChange?: (stars: number) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
  errorMessage?: string;
  isDisabled?: boolean;
};

/** One to five stars as a radio group; `value` is null until one is chosen, `inputRef` is the first star. */
export function StarInput({ value, onChange, onBlur, inputRef, isDisabled, ...texts }: StarInputProps) {
  const name = useId();
  return (
    <FieldGroup {...texts} role="radiogroup" isRequired>
      <div className="-ml-1.5 flex">
        {[1, 2, 3, 4, 5].map((stars) => (
          <span key={stars} className="relative grid size-12 place-items-center">
            <input
              ref={stars === 1 ? inputRef : undefined}
              type="radio"
              name={name}
              value={stars}
              checked={value === stars}
              disabled={isDisabled}
              aria-label={stars === 1 ? "1 estrella" : `${stars} estrellas`}
              onBlur={onBlur}
              onChange={() => onChange?.(stars)}
              className="peer absolute inset-0 cursor-pointer appearance-none rounded-card"
            />
            <StarShape
              isFull={value !== null && stars <= value}
              className="pointer-events-none size-9 peer-hover:scale-110"
            />
          </span>
        ))}
      </div>
    </FieldGroup>
  );
}

type StarRatingProps = { average: number; count?: number; isCompact?: boolean };

/** A rating to one decimal, read aloud as "4,8 de 5, 12 reseñas"; `isCompact` is one star and the number. */
export function StarRating({ average, count, isCompact = false }: StarRatingProps) {
  const number = average.toLocaleString("es-AR", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const reviews = count === undefined ? "" : `${count} ${count === 1 ? "reseña" : "reseñas"}`;
  const spoken = [`${number} de 5`, reviews].filter(Boolean).join(", ");
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className="sr-only">{spoken}</span>
      <span aria-hidden="true" className="inline-flex flex-wrap items-center gap-x-1.5 whitespace-nowrap">
        <span className="inline-flex">
          {(isCompact ? [1] : [1, 2, 3, 4, 5]).map((star) => (
            <StarPart key={star} part={isCompact ? 1 : average - star + 1} />
          ))}
        </span>
        <span className="font-semibold tabular-nums">{number}</span>
        {reviews && <span className="text-muted">({reviews})</span>}
      </span>
    </span>
  );
}

const HALF_FROM = 0.25;
const FULL_FROM = 0.75;

/** One star of an average, filled to the nearest half. */
function StarPart({ part }: { part: number }) {
  if (part < HALF_FROM || part >= FULL_FROM) return <StarShape isFull={part >= FULL_FROM} className="size-5" />;
  return (
    <span data-half className="relative inline-flex">
      <StarShape isFull={false} className="size-5" />
      <StarShape isFull className="absolute inset-0 size-5 [clip-path:inset(0_50%_0_0)]" />
    </span>
  );
}

/** The stars of one review (1 to 5), read aloud as "4 de 5 estrellas". */
export function Stars({ value }: { value: number }) {
  return (
    <span role="img" aria-label={`${value} de 5 estrellas`} className="inline-flex">
      {[1, 2, 3, 4, 5].map((star) => (
        <StarShape key={star} isFull={star <= value} className="size-5" />
      ))}
    </span>
  );
}

function StarShape({ isFull, className }: { isFull: boolean; className: string }) {
  return (
    <Icon name={isFull ? "star" : "starEmpty"} className={`${isFull ? "text-star" : "text-control"} ${className}`} />
  );
}
