import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { COVERAGE_KIND_LABELS } from "../../domain/coverages/coverage-labels.ts";
import { textKey } from "../../shared/text/words.ts";
import type { VocabularyActionProps } from "../../domain/coverages/vocabulary-actions.tsx";
import type { VocabularyDialogProps } from "../../domain/coverages/vocabulary-dialog.tsx";
import { plural } from "../../shared/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { GrowingList } from "../../ui/growing-list.tsx";
import { Icon } from "../../ui/icons.tsx";
import { lateDialog } from "../../ui/late.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";
import { MenuButton } from "../../ui/menu.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useIsWide } from "../../ui/use-media.ts";

const actions = () => import("../../domain/coverages/vocabulary-actions.tsx");
const VocabularyDialog = lateDialog<VocabularyDialogProps>(
  async () => (await import("../../domain/coverages/vocabulary-dialog.tsx")).VocabularyDialog,
);

const MergeDialog = lateDialog<VocabularyActionProps>(async () => (await actions()).MergeDialog);
const RetireDialog = lateDialog<VocabularyActionProps>(async () => (await actions()).RetireDialog);

type Entry = Answers["coverages"]["list"][number];
/** How many entries are shown at first, and how many more at a time. */
const PAGE = 20;

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
  const [most, setMost] = useState(PAGE);
  const [edited, setEdited] = useState<Entry["id"] | "new" | null>(null);
  const [asked, setAsked] = useState<{ act: Act; id: Entry["id"]; isOpen: boolean } | null>(null);
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
  const act = (what: Act, { id }: Entry) =>
    what === "edit" ? setEdited(id) : setAsked({ act: what, id, isOpen: true });
  const about = list.data.find(({ id }) => id === asked?.id);
  const Asking = asked?.act === "merge" ? MergeDialog : RetireDialog;
  const found = list.data.filter((entry) => isLike(entry, textKey(search)));
  const shown = found.slice(0, most);
  const more = { hasMore: shown.length < found.length, isLoadingMore: false, onMore: () => setMost(most + PAGE) };
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
      <p role="status" className="my-3 text-muted">
        {plural(found.length, "cobertura", "coberturas")}
      </p>
      {isWide ? (
        <DataTable
          label="Coberturas"
          columns={columnsOf(act, {
            hasCodes: list.data.some(({ code }) => code),
            hasRetired: list.data.some(({ retired_at }) => retired_at),
          })}
          items={shown}
          idOf={({ id }) => String(id)}
          {...more}
        />
      ) : (
        <GrowingList hasRows {...more}>
          {shown.map((entry) => (
            <EntryRow key={entry.id} entry={entry} onAct={act} />
          ))}
        </GrowingList>
      )}
      {asked && about && (
        <Asking
          key={`${asked.act} ${asked.id}`}
          entry={about}
          isOpen={asked.isOpen}
          onClose={() => setAsked({ ...asked, isOpen: false })}
        />
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

/** "Obra Social de …" says its kind itself. */
const startsWithKind = ({ kind, name }: Entry) => textKey(name).startsWith(textKey(COVERAGE_KIND_LABELS[kind]));

const isLike = ({ short, name, aliases, code }: Entry, key: string) =>
  [short, name, ...aliases, code ?? ""].some((text) => textKey(text).includes(key));

type Known = { hasCodes: boolean; hasRetired: boolean };

/** What is true of no entry has no column, and what is usual no words. */
const columnsOf = (onAct: OnAct, { hasCodes, hasRetired }: Known): readonly Column<Entry>[] => [
  { head: "Sigla", cell: ({ short }) => short, text: ({ short }) => short, width: "w-52" },
  { head: "Nombre completo", cell: ({ name }) => name, text: ({ name }) => name, width: "@min-[73rem]:w-116" },
  { head: "Tipo", cell: ({ kind }) => COVERAGE_KIND_LABELS[kind], width: "w-44" },
  { head: "Otros nombres", cell: aliasWords, text: aliasWords, width: "@max-[73rem]:hidden" },
  ...(hasCodes ? [{ head: "Registro", cell: ({ code }: Entry) => code, width: "w-28 @max-[73rem]:hidden" }] : []),
  ...(hasRetired
    ? [
        {
          head: "Estado",
          cell: ({ retired_at }: Entry) => retired_at && <Badge tone="danger">Dada de baja</Badge>,
          width: "w-36",
        },
      ]
    : []),
  { head: "Acciones", cell: (entry) => <Acts entry={entry} onAct={onAct} />, width: "w-28", hasControls: true },
];

function aliasWords({ aliases }: Entry): string {
  return aliases.join(", ");
}

type Act = "edit" | "merge" | "retire";
type OnAct = (act: Act, entry: Entry) => void;

/** What an admin may do to an entry, in a menu. */
function Acts({ entry, onAct }: { entry: Entry; onAct: OnAct }) {
  const isRetired = entry.retired_at !== null;
  return (
    <MenuButton
      label={`Cambiar ${entry.short}`}
      items={[
        { id: "edit", label: "Editar", icon: "edit", onAction: () => onAct("edit", entry) },
        { id: "merge", label: "Unir con otra", icon: "arrow", onAction: () => onAct("merge", entry) },
        isRetired
          ? { id: "retire", label: "Volver a usar", icon: "refresh", onAction: () => onAct("retire", entry) }
          : {
              id: "retire",
              label: "Dar de baja",
              icon: "close",
              isDanger: true,
              onAction: () => onAct("retire", entry),
            },
      ]}
    >
      <span className="flex items-center gap-1 text-sm font-semibold whitespace-nowrap text-primary">
        Cambiar
        <Icon name="chevron" className="size-4" />
      </span>
    </MenuButton>
  );
}

/** An entry on a phone; the search finds its other names, and "Editar" shows them. */
function EntryRow({ entry, onAct }: { entry: Entry; onAct: OnAct }) {
  return (
    <li className="flex items-center gap-2 border-t border-line py-1.5 pr-1 pl-3 first:border-t-0">
      <div className="min-w-0 grow">
        <h2 className="text-base wrap-anywhere">
          {entry.short} {entry.retired_at && <Badge tone="danger">Dada de baja</Badge>}
        </h2>
        <p className="text-sm text-muted wrap-anywhere">
          {[!startsWithKind(entry) && COVERAGE_KIND_LABELS[entry.kind], entry.name].filter(Boolean).join(" · ")}
        </p>
      </div>
      <div className="shrink-0">
        <Acts entry={entry} onAct={onAct} />
      </div>
    </li>
  );
}
