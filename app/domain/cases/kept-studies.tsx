import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icons.tsx";
import type { StudyLink } from "./studies-list.tsx";

type KeptStudiesProps = {
  studies: StudyLink[];
  removed: readonly string[];
  onChange: (removed: readonly string[]) => void;
  /** Whether one more fits. */
  hasRoom: boolean;
  isDisabled: boolean;
};

/** The studies that a case has, each to be kept or removed when the edit is saved; `removed` by name. */
export function KeptStudies({ studies, removed, onChange, hasRoom, isDisabled }: KeptStudiesProps) {
  return (
    <section aria-labelledby="kept-studies" className="flex flex-col gap-2">
      <h3 id="kept-studies" className="font-semibold">Estudios que ya subiste</h3>
      <ul className="grid gap-2">
        {studies.map((study, index) => {
          const isRemoved = removed.includes(study.name);
          const name = `Estudio ${index + 1}`;
          return (
            <li key={study.name} className="flex items-center gap-3 rounded-card border border-line bg-surface p-2">
              <span className="grid size-12 shrink-0 place-items-center overflow-hidden rounded-lg bg-sunken text-primary">
                {study.kind === "image" ? <img src={study.url} alt="" className="size-full object-cover" /> : <Icon name="file" className="size-6" />}
              </span>
              <div className="min-w-0 grow leading-snug">
                <p className={isRemoved ? "line-through" : "font-medium"}>{name}</p>
                {isRemoved && <p className="text-sm text-muted">Se borra cuando guardes</p>}
              </div>
              <Button
                variant="quiet"
                size="small"
                isDisabled={isDisabled || (isRemoved && !hasRoom)}
                aria-label={`${isRemoved ? "Conservar" : "Quitar"} ${name}`}
                onPress={() => onChange(isRemoved ? removed.filter((each) => each !== study.name) : [...removed, study.name])}
              >
                {isRemoved ? "Conservar" : "Quitar"}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
