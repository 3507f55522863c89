import { type ReactNode, useId } from "react";
import { Icon } from "./icons.tsx";

/** A part of a page that is read: folded under its title on phones, open where there is room. It needs no script. */
export function FoldOnPhones({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="relative max-md:border-b max-md:border-line">
      <input type="checkbox" id={id} className="peer sr-only md:hidden" />
      <h2 className="text-lg peer-checked:[&_svg]:rotate-180 peer-focus-visible:outline-3 peer-focus-visible:outline-(--focus) md:mb-3 md:text-2xl">
        <label
          htmlFor={id}
          className="flex min-h-14 items-center justify-between gap-3 max-md:cursor-pointer md:min-h-0"
        >
          {title}
          <Icon name="chevron" className="size-5 shrink-0 text-muted md:hidden" />
        </label>
      </h2>
      <div className="max-md:pb-5 max-md:not-peer-checked:hidden">{children}</div>
    </section>
  );
}
