import { Fragment } from "react";
import { MASK } from "./mask.ts";

/** A text in which contact data may be hidden: a screen reader says so in place of the mask. */
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
