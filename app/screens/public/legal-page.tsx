import type { ReactNode } from "react";
import { PublicFrame } from "./public-frame.tsx";

export type LegalSection = { id: string; title: string; content: ReactNode };

type LegalPageProps = { title: string; since: string; opening: string; sections: readonly LegalSection[] };

/** A legal text: title, effective date (yyyy-mm-dd), table of contents, and sections with anchors. */
export function LegalPage({ title, since, opening, sections }: LegalPageProps) {
  return (
    <PublicFrame>
      <div className="mx-auto max-w-6xl px-5 py-10 md:px-6 md:py-16">
        <header className="max-w-2xl">
          <h1 className="text-4xl md:text-5xl">{title}</h1>
          <p className="mt-4 text-lg text-muted">{opening}</p>
          <p className="mt-2 text-sm text-muted">
            Vigente desde el <time dateTime={since}>{dayOf(since)}</time>.
          </p>
        </header>
        <div className="mt-10 grid items-start gap-10 md:grid-cols-[14rem_1fr] md:gap-16">
          {/* On phones the text begins at once. */}
          <nav aria-label="En esta página" className="max-md:hidden md:sticky md:top-24">
            <ol className="border-l-2 border-line pl-4 text-sm">
              {sections.map(({ id, title: name }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    className="flex min-h-11 items-center rounded py-1.5 leading-snug text-muted hover:text-primary hover:underline"
                  >
                    {name}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
          <div className="grid max-w-2xl gap-10">
            {sections.map(({ id, title: name, content }) => (
              <section key={id} aria-labelledby={id}>
                <h2 id={id} className="text-2xl">
                  {name}
                </h2>
                <div className="mt-3 grid gap-3">{content}</div>
              </section>
            ))}
          </div>
        </div>
      </div>
    </PublicFrame>
  );
}

const dayOf = (day: string) =>
  new Intl.DateTimeFormat("es-AR", { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));
