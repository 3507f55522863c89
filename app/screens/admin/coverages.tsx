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
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { lateDialog } from "../../ui/late.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useIsWide } from "../../ui/use-media.ts";

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
  const isWide = useIsWide();
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
      {isWide ? (
        <DataTable
          label="Coberturas"
          columns={columnsOf((entry) => setEdited(entry.id))}
          items={shown}
          idOf={({ id }) => String(id)}
          hasMore={false}
          isLoadingMore={false}
          onMore={() => undefined}
        />
      ) : (
        <ul role="list" className="grid gap-4">
          {shown.map((entry) => (
            <EntryCard key={entry.id} entry={entry} onEdit={() => setEdited(entry.id)} />
          ))}
        </ul>
      )}
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

const columnsOf = (onEdit: (entry: Entry) => void): readonly Column<Entry>[] => [
  { head: "Sigla", cell: ({ short }) => short, text: ({ short }) => short, width: "w-48" },
  { head: "Nombre completo", cell: ({ name }) => name, text: ({ name }) => name },
  { head: "Tipo", cell: ({ kind }) => COVERAGE_KIND_LABELS[kind], width: "w-36" },
  { head: "Otros nombres", cell: aliasWords, text: aliasWords, isMinor: true },
  { head: "Registro", cell: ({ code }) => code, width: "w-28", isMinor: true },
  {
    head: "Estado",
    cell: ({ retired_at }) => (retired_at ? <Badge tone="danger">Dada de baja</Badge> : "En uso"),
    width: "w-36",
  },
  {
    head: "Cambiar",
    cell: (entry) => (
      <div className="flex gap-2">
        <EditButton entry={entry} onEdit={() => onEdit(entry)} />
        <MergeAction entry={entry} />
        <RetireAction entry={entry} />
      </div>
    ),
    width: "w-96",
    hasControls: true,
  },
];

function aliasWords({ aliases }: Entry): string {
  return aliases.join(", ");
}

function EditButton({ entry, onEdit }: { entry: Entry; onEdit: () => void }) {
  return (
    <Button variant="secondary" size="small" icon="edit" aria-label={`Editar ${entry.short}`} onPress={onEdit}>
      Editar
    </Button>
  );
}

function EntryCard({ entry, onEdit }: { entry: Entry; onEdit: () => void }) {
  return (
    <Card as="li">
      <div className="flex flex-col gap-3 md:flex-row md:items-start md:justify-between md:gap-6">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="text-lg wrap-anywhere">{entry.short}</h2>
            <Badge>{COVERAGE_KIND_LABELS[entry.kind]}</Badge>
            {entry.retired_at && <Badge tone="danger">Dada de baja</Badge>}
          </div>
          <p className="wrap-anywhere">{entry.name}</p>
          {entry.aliases.length > 0 && <p className="text-sm text-muted wrap-anywhere">También: {aliasWords(entry)}</p>}
          {entry.code && <p className="text-sm text-muted">Registro: {entry.code}</p>}
        </div>
        <div className="flex flex-wrap gap-2 md:shrink-0">
          <EditButton entry={entry} onEdit={onEdit} />
          <MergeAction entry={entry} />
          <RetireAction entry={entry} />
        </div>
      </div>
    </Card>
  );
}
