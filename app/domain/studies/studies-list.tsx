import { useState } from "react";
import type { Answers } from "../../client/api.ts";
import { buttonLook } from "../../ui/button-look.ts";
import { Icon } from "../../ui/icons.tsx";
import { StudyViewer } from "./study-viewer.tsx";

export type StudyLink = Answers["cases"]["get"]["studies"][number];

const RENEW_AFTER_S = 180;

/** The studies of a case: images as thumbnails with a viewer, PDFs as links. All links are signed and short-lived. */
export function StudiesList({ studies }: { studies: StudyLink[] }) {
  // Every answer has newly signed links; using each would reload the images again and again.
  const [links, setLinks] = useState(studies);
  if (links !== studies && shouldRenew(links, studies)) setLinks(studies);
  const [openIndex, setOpenIndex] = useState<number | null>(null);
  const [shownIndex, setShownIndex] = useState(0);
  const open = (index: number) => {
    setOpenIndex(index);
    setShownIndex(index);
  };
  const shown = links[shownIndex];
  return (
    <>
      <ul className="flex flex-wrap gap-3">
        {links.map((study, index) => (
          <li key={pathOf(study)}>
            {study.kind === "image" ? (
              <Thumbnail study={study} name={nameOf(index)} onOpen={() => open(index)} />
            ) : (
              <PdfLink study={study} name={nameOf(index)} />
            )}
          </li>
        ))}
      </ul>
      {shown && (
        <StudyViewer
          key={shownIndex}
          url={shown.url}
          name={nameOf(shownIndex)}
          isOpen={openIndex !== null}
          onClose={() => setOpenIndex(null)}
        />
      )}
    </>
  );
}

function Thumbnail({ study, name, onOpen }: { study: StudyLink; name: string; onOpen: () => void }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={`Abrir ${name.toLowerCase()}`}
      className="block size-28 overflow-hidden rounded-card border border-control bg-sunken hover:border-primary"
    >
      {isBroken ? (
        <span className="grid h-full place-items-center text-muted">
          <Icon name="eye" className="size-7" />
        </span>
      ) : (
        <img src={study.url} alt="" onError={() => setBroken(true)} className="size-full object-cover" />
      )}
    </button>
  );
}

function PdfLink({ study, name }: { study: StudyLink; name: string }) {
  return (
    <div className="flex h-28 w-40 flex-col items-center justify-center gap-2 rounded-card border border-line bg-surface p-2">
      <span className="flex items-center gap-1.5 text-sm text-muted">
        <Icon name="file" />
        {name}
      </span>
      <a href={study.url} target="_blank" rel="noopener noreferrer" className={buttonLook("secondary", "small", true)}>
        Abrir PDF
      </a>
    </div>
  );
}

function nameOf(index: number): string {
  return `Estudio ${index + 1}`;
}

function pathOf(study: StudyLink): string {
  return study.url.split("?")[0] ?? study.url;
}

function expiryOf(study: StudyLink | undefined): number {
  return Number(new URLSearchParams(study?.url.split("?")[1]).get("expires"));
}

/** Whether the files changed, or the older links are about to expire. */
function shouldRenew(older: StudyLink[], newer: StudyLink[]): boolean {
  if (older.map(pathOf).join() !== newer.map(pathOf).join()) return true;
  return expiryOf(newer[0]) - expiryOf(older[0]) > RENEW_AFTER_S;
}
