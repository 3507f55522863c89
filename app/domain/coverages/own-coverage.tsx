import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { useSubmit } from "../../client/form.tsx";
import { neverLoaded } from "../../client/never-loaded.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { useWarningBeforeLeaving } from "../../client/unsaved.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Saved } from "../../ui/saved.tsx";
import { Section } from "../../ui/section.tsx";
import { FormSkeleton } from "../../ui/skeleton.tsx";
import { useFocusOut } from "../../ui/use-focus-out.ts";
import { toast } from "../../ui/toast.tsx";
import { coverageInWords } from "./coverage-words.ts";
import { CoverageWithPlan } from "./coverage-field.tsx";

/** The patient's own coverage and plan, stored under their consent. */
export function OwnCoverage() {
  const own = useQuery(queries.coverages.own.queryOptions());
  const consent = useQuery(queries.consents.health.queryOptions());
  return (
    <Section
      title="Tu cobertura"
      fold="cobertura"
      state={own.data && (own.data.coverage ? coverageInWords(own.data.coverage) : "Sin obra social")}
      about="Tu obra social o prepaga. La ponemos en tus casos nuevos, y la ve quien puede ver cada caso."
    >
      {neverLoaded(own) ? (
        <ErrorState
          message="No se pudo cargar tu cobertura"
          onRetry={() => void own.refetch()}
          isRetrying={own.isFetching}
        />
      ) : !own.data || consent.isPending ? (
        <FormSkeleton count={1} />
      ) : consent.data && !consent.data.is_current && !own.data.coverage ? (
        <p>
          Es un dato de tu salud: para guardarla necesitamos tu consentimiento. Te lo pedimos cuando publicás un caso.
        </p>
      ) : (
        <CoverageForm coverage={own.data.coverage} />
      )}
    </Section>
  );
}

type Own = Answers["coverages"]["own"]["coverage"];
type Chosen = { id: number; short?: string | undefined; plan?: string | null | undefined } | null;

const isSame = (one: Chosen, other: Chosen) =>
  one?.id === other?.id && (one?.plan ?? "").trim() === (other?.plan ?? "").trim();

/** Saved when it is left, or by its button. */
function CoverageForm({ coverage }: { coverage: Own }) {
  const [chosen, setChosen] = useState<Chosen>(coverage);
  const [stored, setStored] = useState<Chosen>(coverage);
  const [isSaved, setSaved] = useState(false);
  const isChanged = !isSame(chosen, stored);
  useWarningBeforeLeaving(isChanged);
  const queryClient = useQueryClient();
  const save = useMutation(queries.coverages.saveOwn.mutationOptions());
  async function store(): Promise<boolean> {
    // At once, so that a link pressed next finds nothing unsaved.
    setStored(chosen);
    try {
      await save.mutateAsync({ coverage: chosen && { id: chosen.id, plan: chosen.plan } });
      await queryClient.invalidateQueries({ queryKey: queries.coverages.own.key() });
      return true;
    } catch (error) {
      setStored(stored);
      toastFailure("Error al guardar tu cobertura", error);
      return false;
    }
  }
  const submit = useSubmit(async () => {
    if (await store()) toast.success(chosen ? "Cobertura guardada" : "Quitamos tu cobertura");
  });
  const form = useFocusOut<HTMLFormElement>((target, next) => {
    // The list of suggestions is outside the form.
    const isLeft = !target.closest("form")?.contains(next) && !next?.closest("[role=listbox]");
    if (!isLeft || !isChanged) return;
    setSaved(false);
    void store().then(setSaved);
  });
  return (
    <form noValidate onSubmit={submit} ref={form} className="flex flex-col gap-5">
      <Saved isSaved={isSaved && !isChanged}>
        <CoverageWithPlan
          label="Cobertura"
          description="Buscala por su nombre o su sigla."
          value={chosen}
          onChange={setChosen}
        />
      </Saved>
      <Button type="submit" variant="secondary" isPending={save.isPending} pendingLabel="Guardando…">
        Guardar cobertura
      </Button>
    </form>
  );
}
