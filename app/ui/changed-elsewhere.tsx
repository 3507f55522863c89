import { Button } from "./button.tsx";

type ChangedElsewhereProps = {
  /** A sentence that says what changed. */
  title: string;
  /** The saved values of the fields that differ from the input. */
  saved: readonly { name: string; text: string }[];
  onUseSaved: () => void;
  onKeepMine: () => void;
};

/** Reports an edit conflict: shows the saved values and asks which version to continue with. */
export function ChangedElsewhere({ title, saved, onUseSaved, onKeepMine }: ChangedElsewhereProps) {
  return (
    <section role="alert" aria-label={title} className="flex flex-col gap-3 rounded-card bg-warning-soft p-4">
      <p className="font-semibold text-warning">{title}</p>
      <p>Lo que escribiste sigue acá. Esto es lo que está guardado:</p>
      <dl className="flex max-h-60 flex-col gap-2 overflow-y-auto">
        {saved.map(({ name, text }) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="whitespace-pre-line">{text || "(vacío)"}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="small" onPress={onKeepMine}>
          Seguir con lo mío
        </Button>
        <Button variant="quiet" size="small" onPress={onUseSaved}>
          Usar lo guardado
        </Button>
      </div>
    </section>
  );
}
