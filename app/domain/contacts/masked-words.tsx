import { Fragment } from "react";
import { MASK } from "./mask.ts";

/** A text that may contain the mask, which screen readers announce as hidden data. */
export function MaskedWords({ text }: { text: string }) {
  const [first, ...rest] = text.split(MASK);
  return (
    <>
      {first}
      {rest.map((part, index) => (
        <Fragment key={index}>
          <span role="img" aria-label="dato oculto">
            {MASK}
          </span>
          {part}
        </Fragment>
      ))}
    </>
  );
}
