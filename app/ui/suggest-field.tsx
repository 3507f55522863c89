import { WaitingField } from "./field-frame.tsx";
import { late } from "./late.tsx";
import type { SuggestFieldProps } from "./suggest-box.tsx";

/** A text field with suggestions below it; any other text is accepted too. */
export const SuggestField = late<SuggestFieldProps>(
  async () => (await import("./suggest-box.tsx")).SuggestBox,
  WaitingField,
);
