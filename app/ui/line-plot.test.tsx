import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LinePlot } from "./line-plot.tsx";

test("a value that may still change is paler, and the table says that it runs", () => {
  const points = [
    { key: "1", label: "2/11", values: [60], isRunning: [false] },
    { key: "2", label: "9/11", values: [40], isRunning: [true] },
    { key: "3", label: "16/11", values: [null] },
  ];
  const page = renderToStaticMarkup(
    <LinePlot
      title="Casos"
      note="Más es mejor"
      of="Semana"
      series={["En 24 h"]}
      points={points}
      most={100}
      target={70}
      unit=" %"
    />,
  );
  const cells = [...page.matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(([, cell]) => cell);
  expect(cells).toEqual(["60 %", "40 %, todavía corre", "–"]);
  const drawn = [...page.matchAll(/<circle [^>]*r="10" stroke-opacity="([^"]*)" class="([^"]*)"/g)];
  expect(drawn.map(([, ...look]) => look)).toEqual([
    ["1", "fill-primary stroke-primary"],
    ["0.45", "fill-surface stroke-primary"],
  ]);
  expect(page.match(/stroke-success/g)).toHaveLength(1);
});

test("of several series the first ones can be drawn, and the table has all of them", () => {
  const page = renderToStaticMarkup(
    <LinePlot
      title="Altas"
      note="Más es mejor"
      of="Semana"
      series={["Aceptaron", "Crearon la cuenta"]}
      drawn={1}
      points={[{ key: "1", label: "2/11", values: [4, 17] }]}
      most={20}
    />,
  );
  expect([...page.matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(([, cell]) => cell)).toEqual(["4", "17"]);
  expect(page.match(/data-series/g)).toHaveLength(1);
});
