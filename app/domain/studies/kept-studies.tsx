import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icons.tsx";
import type { StudyLink } from "./studies-list.tsx";

type KeptStudiesProps = {
  studies: StudyLink[];
  removed: readonly string[];
  onChange: (removed: readonly string[]) => void;
  /** Whether another study fits. */
  hasRoom: boolean;
  isDisabled: boolean;
};

/** The studies of a case, each kept or removed when the edit is saved; `removed` holds names. */
export function KeptStudies({ studies, removed, onChange, hasRoom, isDisabled }: KeptStudiesProps) {
  return (
    <section aria-labelledby="kept-studies" className="flex flex-col gap-2">
      <h3 id="kept-studies" className="font-semibold">
        Estudios que ya subiste
      </h3>
      <ul className="grid gap-2">
        {studies.map((study, index) => {
          const isRemoved = removed.includes(study.name);
          const others = removed.filter((name) => name !== study.name);
          return (
            <KeptStudy
              key={study.name}
              study={study}
              title={`Estudio ${index + 1}`}
              isRemoved={isRemoved}
              isDisabled={isDisabled || (isRemoved && !hasRoom)}
              onToggle={() => onChange(isRemoved ? others : [...removed, study.name])}
            />
          );
        })}
      </ul>
    </section>
  );
}

type KeptStudyProps = {
  study: StudyLink;
  title: string;
  isRemoved: boolean;
  isDisabled: boolean;
  onToggle: () => void;
};

function KeptStudy({ study, title, isRemoved, isDisabled, onToggle }: KeptStudyProps) {
  const act = isRemoved ? "Conservar" : "Quitar";
  return (
    <li className="flex items-center gap-3 rounded-card border border-line bg-surface p-2">
      <span className="grid size-12 shrink-0 place-items-center overflow-hidden rounded-lg bg-sunken text-primary">
        {study.kind === "pdf" && <Icon name="file" className="size-6" />}
        {study.kind === "image" && <img src={study.url} alt="" className="size-full object-cover" />}
      </span>
      <div className="min-w-0 grow leading-snug">
        <p className={isRemoved ? "line-through" : "font-medium"}>{title}</p>
        {isRemoved && <p className="text-sm text-muted">Se borra cuando guardes</p>}
      </div>
      <Button variant="quiet" size="small" isDisabled={isDisabled} aria-label={`${act} ${title}`} onPress={onToggle}>
        {act}
      </Button>
    </li>
  );
}
