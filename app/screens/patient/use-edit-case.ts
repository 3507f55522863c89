import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { type Answers, queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { NewCase } from "../../domain/cases/case-input.ts";
import {
  type CaseEdit,
  type CaseFields,
  caseFields,
  differences,
  keepCaseEdit,
  readCaseEdit,
} from "../../domain/cases/case-draft.ts";
import { toast } from "../../ui/toast.tsx";
import { usePublishCase } from "./use-publish-case.ts";

type OwnCase = Answers["cases"]["get"];

/** State of editing the patient's own case: draft and base version, removed studies, and publishing. */
export function useEditCase(published: OwnCase, onDone: () => void) {
  const queryClient = useQueryClient();
  const update = useMutation(queries.cases.update.mutationOptions());
  const [base, setBase] = useState(() => startOf(published, readCaseEdit(published.id)));
  const form = useForm<CaseFields, unknown, NewCase>({ resolver: zodResolver(NewCase), defaultValues: base.shown });
  const typed: CaseFields = { ...base.shown, ...(useWatch({ control: form.control }) as Partial<CaseFields>) };
  const hasTyped = differences(typed, base.fields).length > 0;
  const isBehind = published.version > base.version;

  const [removed, setRemoved] = useState<readonly string[]>([]);
  const kept = published.studies.filter(({ name }) => !removed.includes(name)).length;
  const publishing = usePublishCase({
    form,
    kept,
    save: async (fields) => {
      const sent = { ...fields, id: published.id, version: base.version, removed_studies: [...removed] };
      const { version } = await update.mutateAsync(sent);
      setBase(startOf({ ...fields, version }));
      keepCaseEdit(published.id, null);
      setRemoved([]);
      return published.id;
    },
    onFailure: (error) => {
      toastFailure("Error al editar caso", error, true);
      return queryClient.invalidateQueries({ queryKey: queries.cases.key() });
    },
    onDone: () => {
      toast.success("Caso actualizado");
      onDone();
    },
  });

  // An untouched form follows the published version.
  if (isBehind && !hasTyped) setBase(startOf(published));
  useEffect(() => form.reset(base.shown), [form, base.shown]);
  useEffect(() => {
    const callback = ({ values }: { values: CaseFields }) => keepTyped(published.id, values, base);
    return form.subscribe({ formState: { values: true }, callback });
  }, [form, published.id, base]);

  return {
    form,
    publishing,
    removed,
    setRemoved,
    kept,
    hasChanges: hasTyped || removed.length > 0 || publishing.studies.items.length > 0,
    /** Fields where the published text differs from the draft after another edit; empty when there was none. */
    conflicts: isBehind ? differences(typed, caseFields(published)) : [],
    keepMine: () => setBase({ ...base, version: published.version }),
    discard: () => {
      setBase(startOf(published));
      keepCaseEdit(published.id, null);
      setRemoved([]);
      publishing.studies.clear();
    },
  };
}

/** An edit's base version with its text, and the form's initial values: that text or a draft. */
type Base = { version: number; fields: CaseFields; shown: CaseFields };

function startOf(published: CaseFields & { version: number }, draft?: CaseEdit | null): Base {
  const fields = caseFields(published);
  return { version: draft?.version ?? published.version, fields, shown: draft?.fields ?? fields };
}

function keepTyped(caseId: string, typed: CaseFields, base: Base) {
  const hasTyped = differences(typed, base.fields).length > 0;
  keepCaseEdit(caseId, hasTyped ? { version: base.version, fields: typed } : null);
}
