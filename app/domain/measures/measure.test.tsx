import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LinePlot } from "../../ui/line-plot.tsx";
import {
  changeOfActivities,
  changeOfPain,
  changeLines,
  hasWarning,
  type Scores,
  viewLines,
  warning,
} from "./measure.ts";
import { dueOfMeasure, type MeasureState } from "./measure-due.ts";

const SCORES = Array.from({ length: 11 }, (_, score) => score);
const pick = (most: number) => Math.floor(Math.random() * most);
/** A score, or none for one in four. */
const answer = () => (pick(4) === 0 ? null : pick(11));

test("every pair of scores is worded by its direction: less pain is better, and more of an activity is", () => {
  const said = { mejor: 0, peor: 0, parecido: 0 };
  for (const from of SCORES)
    for (const to of SCORES) {
      const fall = from - to;
      const [pain, activity] = [changeOfPain(from, to), changeOfActivities([from], [to])];
      expect(pain, `pain ${from} → ${to}`).toBe(fall >= 2 ? "mejor" : fall <= -2 ? "peor" : "parecido");
      // A higher score of an activity is what a lower one of pain is.
      expect(activity, `activity ${from} → ${to}`).toBe(changeOfPain(10 - from, 10 - to));
      const [before, after] = [from, to].map((score) => ({ pain: score, scores: [score] }));
      expect(changeLines(before!, after!, ["Subir escaleras"], "patient").map(({ text }) => text)).toEqual([
        `Dolor: ${from} → ${to}.`,
        `Subir escaleras: ${from} → ${to}. Lo contaste vos; no es un diagnóstico.`,
      ]);
      said[pain!] += 1;
    }
  expect(said).toEqual({ mejor: 45, peor: 45, parecido: 31 });
});

test("whose words a change is in is said once, on its last line, and of no change nothing is said", () => {
  const said = (before: Scores, after: Scores) =>
    changeLines(before, after, ["Correr"], "kine").map(({ text }) => text);
  expect(said({ pain: 8, scores: [null] }, { pain: 5, scores: [4] })).toEqual([
    "Dolor: 8 → 5. Lo contó tu paciente; no es un diagnóstico.",
  ]);
  expect(said({ pain: 8, scores: [2] }, { pain: 5, scores: [4] })).toEqual([
    "Dolor: 8 → 5.",
    "Correr: 2 → 4. Lo contó tu paciente; no es un diagnóstico.",
  ]);
  expect(said({ pain: null, scores: [] }, { pain: 5, scores: [4] })).toEqual([]);
});

test("random pairs of measures are compared by the activities that both have, and by nothing else", () => {
  for (let round = 0; round < 10_000; round += 1) {
    const [before, after] = [
      [answer(), answer(), answer()],
      [answer(), answer(), answer()],
    ];
    const pairs = [0, 1, 2].filter((at) => before[at] !== null && after[at] !== null);
    const steps = pairs.map((at) => after[at]! - before[at]!);
    const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
    const [most, least] = [Math.max(...steps), Math.min(...steps)];
    const better = mean >= 2 || (mean > -2 && most >= 3 && least > -3);
    const worse = mean <= -2 || (mean < 2 && least <= -3 && most < 3);
    const expected = pairs.length === 0 ? null : better ? "mejor" : worse ? "peor" : "parecido";
    const said = changeOfActivities(before, after);
    expect(said, JSON.stringify([before, after])).toBe(expected);
    // What only one of them has changes nothing.
    const only = (scores: (number | null)[]) => scores.filter((_, at) => pairs.includes(at));
    expect(changeOfActivities(only(before), only(after))).toBe(said);
  }
  expect(changeOfPain(null, 3)).toBeNull();
});

test("a rise of pain by three, or eight twice, sends the patient to who treats them", () => {
  const of = (...pains: (number | null)[]) => hasWarning(pains.map((pain) => ({ pain })));
  expect([of(2, 5), of(8, 8), of(9, null, 8)]).toEqual([true, true, true]);
  expect([of(), of(9), of(2, 4), of(7, 8), of(8, 8, 3), of(null, null)]).toEqual(Array(6).fill(false));
  expect(warning("Carla")).toBe("Contáselo a Carla. Si fue un golpe, tenés fiebre o perdiste fuerza: guardia o 107.");
});

test("the patient reads who looked, and on which days", () => {
  const views = [
    { name: "Carla", day: "2026-12-03" },
    { name: "Sara", day: "2026-12-03" },
    { name: "Carla", day: "2026-12-05" },
    { name: "Carla", day: "2027-01-10" },
  ];
  expect(viewLines(views)).toEqual(["Carla lo miró el 3/12, el 5/12 y el 10/1.", "Sara lo miró el 3/12."]);
});

test("a chart and its table have the same numbers", () => {
  for (let round = 0; round < 20; round += 1) {
    const series = ["Subir escaleras", "Correr", "Dormir"].slice(0, 1 + pick(3));
    const points = Array.from({ length: 1 + pick(12) }, (_, n) => ({
      key: String(n),
      label: `${n + 1}/12`,
      values: series.map(answer),
    }));
    const page = renderToStaticMarkup(
      <LinePlot title="Actividades" note="Más es mejor" of="Día" series={series} points={points} most={10} />,
    );
    const drawn = series.map((_, at) =>
      [...page.matchAll(new RegExp(`data-series="${at}"[^>]*>(\\d+)<`, "g"))].map(([, value]) => value),
    );
    const cells = [...page.matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(([, cell]) => cell);
    const tabled = series.map((_, at) => cells.filter((_cell, n) => n % series.length === at && _cell !== "–"));
    expect(cells).toHaveLength(points.length * series.length);
    expect(drawn).toEqual(tabled);
    expect(cells.map((cell) => (cell === "–" ? null : Number(cell)))).toEqual(points.flatMap(({ values }) => values));
  }
});

const DAY_S = 86_400;
const days = (count: number) => count * DAY_S;
const course: MeasureState = {
  accepted_s: days(3),
  measured_s: null,
  asked_s: null,
  session_s: null,
  held: 0,
  ended_s: null,
};

test("a patient is asked after five sessions or 14 days, at the end and a month later, once a week at most", () => {
  const due = (state: Partial<MeasureState>) => dueOfMeasure({ ...course, ...state });
  expect(due({})).toEqual({ ask: false, next_s: days(11) });
  expect(due({ held: 5, session_s: 60 }).ask).toBe(true);
  expect(due({ accepted_s: days(14) }).ask).toBe(true);
  expect(due({ accepted_s: days(14), measured_s: days(2) })).toEqual({ ask: false, next_s: days(12) });
  expect(due({ held: 5, asked_s: days(6) })).toEqual({ ask: false, next_s: days(1) });
  // Nobody is asked along a treatment that nobody goes to.
  expect(due({ accepted_s: days(90), session_s: days(31) })).toEqual({ ask: false, next_s: null });
  expect(due({ accepted_s: days(90), session_s: days(2), measured_s: days(20) }).ask).toBe(true);
  const ended = { accepted_s: days(60), measured_s: days(20), ended_s: days(1) };
  expect(due(ended).ask).toBe(true);
  expect(due({ ...ended, asked_s: 60 }).ask).toBe(false);
  expect(due({ ...ended, asked_s: 60, measured_s: 60 })).toEqual({ ask: false, next_s: days(29) });
  expect(due({ ...ended, measured_s: days(3) })).toEqual({ ask: false, next_s: days(4) });
  expect(due({ ...ended, ended_s: days(31), measured_s: days(25) }).ask).toBe(true);
  expect(due({ ...ended, ended_s: days(40), measured_s: days(8) })).toEqual({ ask: false, next_s: null });
  expect(due({ ...ended, ended_s: days(61), measured_s: days(40) })).toEqual({ ask: false, next_s: null });
});
