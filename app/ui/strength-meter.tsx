const looks = ["bg-danger", "bg-warning", "bg-success", "bg-success"];

type StrengthMeterProps = { level: 0 | 1 | 2 | 3; words: string };

/** A strength of up to three; the text says it too and is announced politely when it changes. */
export function StrengthMeter({ level, words }: StrengthMeterProps) {
  return (
    <div className="flex flex-col gap-1.5 pt-1">
      {words && (
        <div aria-hidden="true" className="flex gap-1.5">
          {[1, 2, 3].map((bar) => (
            <span
              key={bar}
              className={`h-1.5 grow rounded-full transition-colors duration-150
                ${bar <= Math.max(level, 1) ? looks[level] : "bg-line"}`}
            />
          ))}
        </div>
      )}
      <p role="status" data-typed className="text-sm text-muted">
        {words}
      </p>
    </div>
  );
}
