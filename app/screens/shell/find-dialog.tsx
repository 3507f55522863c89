import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useDeferredValue, useEffect, useState } from "react";
import { ComboBox, Input, ListBox, ListBoxItem, Popover } from "react-aria-components";
import { useNavigate } from "react-router";
import { type Answers, queries } from "../../client/api.ts";
import { CASE_STATUS_LABELS_FOR_ADMIN } from "../../domain/cases/case.ts";
import { SEARCH_MAX } from "../../domain/lists/search-and-order.ts";
import { UNNAMED_AUTHOR } from "../../domain/reviews/review-words.ts";
import { ROLE_LABELS } from "../../shared/roles.ts";
import { fold } from "../../shared/text/fold.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { boxLook } from "../../ui/field-look.tsx";
import { MENU } from "./navigation.ts";

type FindDialogProps = { isOpen: boolean; onClose: () => void };

/** A search over screens, people with their licences, and cases; each result opens by Enter. */
export function FindDialog({ isOpen, onClose }: FindDialogProps) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={(open) => !open && onClose()} title="Buscar" isAtTop>
      <Find onClose={onClose} />
    </Dialog>
  );
}

/** `id`: the address that it opens. */
type Result = { id: string; name: string; hint: string; told?: string };

const MOST_HEIGHT = 360;
/** Pixels: a row has one line or two, and without results there is a message. */
const heightOf = (results: readonly Result[]) =>
  Math.max(
    72,
    results.reduce((sum, { told }) => sum + (told ? 62 : 44), 24),
  );

function Find({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const asked = useDeferredValue(text.trim());
  const found = useQuery(queries.dossiers.find.queryOptions({ input: { text: asked }, enabled: asked.length > 1 }));
  const screens = asked === "" ? [] : MENU.admin.filter(({ label }) => fold(label).includes(fold(asked)));
  const results: readonly Result[] = [
    ...screens.map(({ path, label }) => ({ id: path, name: label, hint: "Pantalla" })),
    ...(found.data?.people.map(personResult) ?? []),
    ...(found.data?.cases.map(caseResult) ?? []),
  ];
  function choose(href: string) {
    onClose();
    void navigate(href);
  }
  // Enter opens the first result; pressed before the results have come, it waits for them.
  const [entered, setEntered] = useState<string>();
  const isFound = entered === asked && (found.isSuccess || !found.isFetching);
  const first = isFound ? results[0]?.id : undefined;
  useEffect(() => {
    if (first !== undefined) choose(first);
  });
  function onKeyDown({ key, currentTarget }: KeyboardEvent) {
    setEntered(key === "Enter" && !currentTarget.hasAttribute("aria-activedescendant") ? text.trim() : undefined);
  }
  return (
    <ComboBox
      aria-label="Personas, casos, matrículas o pantallas"
      items={results}
      inputValue={text}
      onInputChange={setText}
      selectedKey={null}
      onSelectionChange={(href) => href !== null && choose(String(href))}
      allowsCustomValue
      // The results come after what is typed: the list opens without them.
      allowsEmptyCollection
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is this field
      autoFocus
    >
      <Input
        className={boxLook}
        maxLength={SEARCH_MAX}
        placeholder="Nombre, email, teléfono, matrícula o título"
        onKeyDown={onKeyDown}
      />
      {/* The results lie within the dialog. */}
      {text !== "" && <div style={{ height: Math.min(heightOf(results), MOST_HEIGHT) }} />}
      <Popover
        offset={4}
        maxHeight={MOST_HEIGHT}
        className="w-(--trigger-width) overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-soft"
      >
        <section aria-label="Resultados">
          <ListBox
            className="outline-none"
            renderEmptyState={() => <p className="px-3 py-2 text-muted">{messageOf(found)}</p>}
          >
            {({ id, name, hint, told }: Result) => (
              <ListBoxItem
                id={id}
                textValue={name}
                className="flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-3 rounded-lg px-3 py-1.5
                  outline-none data-focused:bg-primary-soft data-hovered:bg-primary-soft"
              >
                <span className="wrap-anywhere">{name}</span> <span className="text-sm text-muted">{hint}</span>
                {told && <span className="basis-full text-sm text-muted">{told}</span>}
              </ListBoxItem>
            )}
          </ListBox>
        </section>
      </Popover>
    </ComboBox>
  );
}

type Found = Answers["dossiers"]["find"];

function personResult({ id, name, role, licence, location_city }: Found["people"][number]): Result {
  const told = [licence, location_city].filter(Boolean).join(" · ");
  return { id: `/dashboard/admin/users?persona=${id}`, name, hint: role ? ROLE_LABELS[role] : "", told };
}

function caseResult({ id, title, status, patient_name }: Found["cases"][number]): Result {
  const hint = `${patient_name ?? UNNAMED_AUTHOR} · ${CASE_STATUS_LABELS_FOR_ADMIN[status]}`;
  return { id: `/dashboard/admin/cases?ficha=${id}`, name: title, hint };
}

function messageOf({ isError, isFetching }: { isError: boolean; isFetching: boolean }): string {
  if (isError) return "No pudimos buscar. Probá de nuevo.";
  return isFetching ? "Buscando…" : "No encontramos nada con eso.";
}
