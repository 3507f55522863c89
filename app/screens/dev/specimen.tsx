import type { ReactNode } from "react";

/** A section of the gallery. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-6">
      <h2 className="border-b border-line pb-2 text-2xl">{title}</h2>
      {children}
    </section>
  );
}

/** A component in its states, side by side where there is room. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-3">
      <h3 className="text-base text-muted">{name}</h3>
      <div className="grid items-start gap-5 md:grid-cols-2">{children}</div>
    </div>
  );
}

export const nothing = () => undefined;

export const LONG = "María de los Ángeles Fernández Etcheverry de la Santísima Trinidad";
