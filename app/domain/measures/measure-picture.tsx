import type { Answers } from "../../client/api.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { LinePlot } from "../../ui/line-plot.tsx";
import { asDay, type Change, changeLines, HIGHEST } from "./measure.ts";

export type MeasuresView = Answers["measures"]["list"];

const TONES: Record<Change, Tone> = { mejor: "success", peor: "warning", parecido: "neutral" };
const LABELS: Record<Change, string> = { mejor: "Mejor", peor: "Peor", parecido: "Parecido" };

/** What a patient said of themselves: how the last time compares with the first, and a chart for each direction. Renders nothing without measures. */
export function MeasurePicture({ measures: { measures, activities, side } }: { measures: MeasuresView }) {
  const [first, last] = [measures[0], measures.at(-1)];
  if (!first || !last) return null;
  const labels = measures.map(({ id, day }) => ({ key: id, label: asDay(day) }));
  const hasPain = measures.some(({ pain }) => pain !== null);
  const hasScores = measures.some(({ scores }) => scores.some((score) => score !== null));
  const isChange = first !== last;
  return (
    <>
      {isChange && (
        <div className="flex flex-col gap-2">
          <p className="text-sm text-muted">
            Del {asDay(first.day)} al {asDay(last.day)}
          </p>
          {changeLines(first, last, activities, side).map(({ change, text }) => (
            <p key={text} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge tone={TONES[change]} icon={null}>
                {LABELS[change]}
              </Badge>
              <span className="min-w-0 wrap-anywhere">{text}</span>
            </p>
          ))}
        </div>
      )}
      <div className="grid gap-6 sm:grid-cols-2">
        {hasPain && (
          <LinePlot
            title="Dolor"
            note="De 0 a 10: menos es mejor"
            of="Día"
            series={["Dolor"]}
            points={labels.map((label, at) => ({ ...label, values: [measures[at]?.pain ?? null] }))}
            most={HIGHEST}
          />
        )}
        {hasScores && (
          <LinePlot
            title={activities.length === 1 ? (activities[0] ?? "") : "Actividades"}
            note="De 0 a 10: más es mejor"
            of="Día"
            series={activities}
            points={labels.map((label, at) => ({ ...label, values: measures[at]?.scores ?? [] }))}
            most={HIGHEST}
          />
        )}
      </div>
    </>
  );
}
