import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { COVERAGE_KIND_LABELS } from "../../domain/coverages/coverage-labels.ts";
import { textKey } from "../../shared/text/words.ts";
import { MergeAction, RetireAction } from "../../domain/coverages/vocabulary-actions.tsx";
import type { VocabularyDialogProps } from "../../domain/coverages/vocabulary-dialog.tsx";
import { plural } from "../../shared/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { lateDialog } from "../../ui/late.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";
import { TextField } from "../../ui/text-field.tsx";

const VocabularyDialog = lateDialog<VocabularyDialogProps>(
  async () => (await import("../../domain/coverages/vocabulary-dialog.tsx")).VocabularyDialog,
);

type Entry = Answers["coverages"]["list"][number];

/** "Coberturas": the vocabulary of coverages: add, change, merge, retire. */
export default function Coverages() {
  return (
    <>
      <h1 className="mb-6 text-3xl">Coberturas</h1>
      <Vocabulary />
    </>
  );
}

function Vocabulary() {
  const list = useQuery(queries.coverages.list.queryOptions());
  const [search, setSearch] = useState("");
  const [edited, setEdited] = useState<Entry["id"] | "new" | null>(null);
  if (neverLoaded(list)) {
    return (
      <ErrorState
        message="No se pudieron cargar las coberturas"
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    );
  }
  if (!list.data) return <CardListSkeleton count={4} />;
  const shown = list.data.filter((entry) => isLike(entry, textKey(search)));
  return (
    <>
      <div className="flex flex-col gap-4 sm:flex-row sm:items-end">
        <div className="grow">
          <TextField label="Buscar por nombre o sigla" type="search" value={search} onChange={setSearch} />
        </div>
        <Button icon="plus" onPress={() => setEdited("new")}>
          Agregar cobertura
        </Button>
      </div>
      <p role="status" className="text-muted">
        {plural(shown.length, "cobertura", "coberturas")}
      </p>
      <ul role="list" className="grid gap-4">
        {shown.map((entry) => (
          <EntryCard key={entry.id} entry={entry} onEdit={() => setEdited(entry.id)} />
        ))}
      </ul>
      {edited && (
        <VocabularyDialog
          isOpen
          key={edited}
          entry={list.data.find(({ id }) => id === edited) ?? null}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

const isLike = ({ short, name, aliases, code }: Entry, key: string) =>
  [short, name, ...aliases, code ?? ""].some((text) => textKey(text).includes(key));

function EntryCard({ entry, onEdit }: { entry: Entry; onEdit: () => void }) {
  return (
    <Card as="li">
      <div className="flex flex-col gap-3 md:flex-row md:items-start md:justify-between md:gap-6">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-2">
            <h3 className="text-lg wrap-anywhere">{entry.short}</h3>
            <Badge>{COVERAGE_KIND_LABELS[entry.kind]}</Badge>
            {entry.retired_at && <Badge tone="danger">Dada de baja</Badge>}
          </div>
          <p className="wrap-anywhere">{entry.name}</p>
          {entry.aliases.length > 0 && (
            <p className="text-sm text-muted wrap-anywhere">También: {entry.aliases.join(", ")}</p>
          )}
          {entry.code && <p className="text-sm text-muted">Registro: {entry.code}</p>}
        </div>
        <div className="flex flex-wrap gap-2 md:shrink-0">
          <Button variant="secondary" size="small" icon="edit" aria-label={`Editar ${entry.short}`} onPress={onEdit}>
            Editar
          </Button>
          <MergeAction entry={entry} />
          <RetireAction entry={entry} />
        </div>
      </div>
    </Card>
  );
}
