import { type Ref, useId } from "react";
import { FieldGroup } from "./field-frame.tsx";
import { Icon, strokes } from "./icons.tsx";

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

const ONE_DECIMAL = new Intl.NumberFormat("es-AR", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

type StarRatingProps = { average: number; count?: number; isCompact?: boolean };

/** A rating to one decimal, read aloud as "4,8 de 5, 12 reseñas"; `isCompact` is one star and the number. */
export function StarRating({ average, count, isCompact = false }: StarRatingProps) {
  const number = ONE_DECIMAL.format(average);
  const reviews = count === undefined ? "" : `${count} ${count === 1 ? "reseña" : "reseñas"}`;
  const spoken = [`${number} de 5`, reviews].filter(Boolean).join(", ");
  return (
    <span className="inline-flex items-center gap-1.5 align-middle">
      <span className="sr-only">{spoken}</span>
      <span aria-hidden="true" className="inline-flex flex-wrap items-center gap-x-1.5 whitespace-nowrap">
        <StarRow full={isCompact ? 1 : toHalves(average)} of={isCompact ? 1 : 5} />
        <span className="font-semibold tabular-nums">{number}</span>
        {reviews && <span className="text-muted">({reviews})</span>}
      </span>
    </span>
  );
}

const toHalves = (average: number) => Math.round(average * 2) / 2;

const WIDTH = 24;
/** The outlines of some stars of a row, counted from 0, as one path. */
const outlines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, star) => strokes.star.replace("M12", `M${12 + WIDTH * (from + star)}`)).join(
    "",
  );

/** A row with the first `full` stars filled, in steps of a half. One SVG per row, since a page of reviews has many rows. */
function StarRow({ full, of }: { full: number; of: 1 | 5 }) {
  const whole = Math.floor(full);
  return (
    <svg
      viewBox={`0 0 ${WIDTH * of} ${WIDTH}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinejoin="round"
      aria-hidden="true"
      className="h-5 shrink-0"
    >
      {whole < of && <path d={outlines(whole, of)} className="text-control" />}
      {whole > 0 && <path d={outlines(0, whole)} fill="currentColor" className="text-star" />}
      {full > whole && (
        <path
          d={outlines(whole, whole + 1)}
          fill="currentColor"
          className="text-star [clip-path:inset(-1px_50%_-1px_-1px)]"
          data-half
        />
      )}
    </svg>
  );
}

/** The stars of one review (1 to 5), read aloud as "4 de 5 estrellas". */
export function Stars({ value }: { value: number }) {
  return (
    <span role="img" aria-label={`${value} de 5 estrellas`} className="inline-flex">
      <StarRow full={value} of={5} />
    </span>
  );
}

function StarShape({ isFull, className }: { isFull: boolean; className: string }) {
  return (
    <Icon name={isFull ? "star" : "starEmpty"} className={`${isFull ? "text-star" : "text-control"} ${className}`} />
  );
}
