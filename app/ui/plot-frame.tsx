import { type ReactNode, useId } from "react";
import { ScrollsSideways } from "./scrolls-sideways.tsx";

/** A row of a plot's numbers. */
type PlotRow = { key: string; label: string; cells: readonly string[] };

type PlotFrameProps = {
  title: string;
  /** A sentence that explains what is drawn. */
  note: string;
  /** Whether the title is that of the card around it. */
  isHeading?: boolean;
  /** What each series looks like. */
  legend: readonly { name: string; mark: ReactNode }[];
  /** The titles of the table's columns. */
  columns: readonly string[];
  rows: readonly PlotRow[];
  /** The plot, which is decorative. */
  children: ReactNode;
};

/** What every plot has: title, note and legend above, and below it the same numbers as a table that opens. */
export function PlotFrame({ title, note, isHeading = false, legend, columns, rows, children }: PlotFrameProps) {
  const id = useId();
  return (
    <figure aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <figcaption>
        <span id={id} className={`block font-semibold ${isHeading ? "font-display text-lg" : ""}`}>
          {title}
        </span>
        <span className="text-sm text-muted">{note}</span>
      </figcaption>
      {legend.length > 0 && (
        <ul role="list" className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {legend.map(({ name, mark }, at) => (
            // Two series may have one name.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at} className="flex min-w-0 items-center gap-2">
              {mark}
              <span className="min-w-0 wrap-anywhere">{name}</span>
            </li>
          ))}
        </ul>
      )}
      {children}
      <details className="text-sm">
        <summary className="flex min-h-11 w-fit cursor-pointer items-center font-semibold text-primary underline">
          Ver como tabla
        </summary>
        <ScrollsSideways label={`Tabla: ${title}`}>
          <table aria-labelledby={id} className="w-full border-collapse text-left wrap-normal tabular-nums">
            <thead>
              <tr>
                {columns.map((column, at) => (
                  // oxlint-disable-next-line react/no-array-index-key
                  <th key={at} scope="col" className={`p-1 align-bottom ${at > 0 ? "text-right" : ""}`}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, label, cells }) => (
                <tr key={key} className="border-t border-line">
                  <th scope="row" className="p-1 font-normal whitespace-nowrap">
                    {label}
                  </th>
                  {cells.map((cell, at) => (
                    // oxlint-disable-next-line react/no-array-index-key
                    <td key={at} className="p-1 text-right">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollsSideways>
      </details>
    </figure>
  );
}
