import { useEffect } from "react";
import { useWatch } from "react-hook-form";
import {
  CaseCoverageField,
  type CaseForm,
  CaseTexts,
  StudiesAccessField,
  TitleField,
} from "../../domain/cases/case-form.tsx";
import { CaseMore } from "../../domain/cases/case-more.tsx";
import { StepTitle } from "../../domain/cases/case-steps.tsx";
import { WarningSigns } from "../../domain/cases/warning-signs.tsx";
import { ConsentField } from "../../domain/consents/consent-field.tsx";
import { Purpose } from "../../domain/consents/purpose.tsx";
import { CASE_MODALITY_LABELS } from "../../domain/profiles/modality.ts";
import { StudiesDrop } from "../../domain/studies/studies-drop.tsx";
import type { Publishing } from "./use-publish-case.ts";

type OnePageProps = {
  form: CaseForm;
  publishing: Publishing;
  marked: readonly string[];
  onMark: (marked: string[]) => void;
  isSaving: boolean;
};

/** A new case on one page, where there is room for it. */
export function OnePage({ form, publishing: { studies, consent }, marked, onMark, isSaving }: OnePageProps) {
  return (
    <>
      <FocusOnTitle setFocus={form.setFocus} />
      <Purpose of="case" />
      <CaseTexts form={form} />
      <StudiesDrop studies={studies} isDisabled={isSaving} />
      {studies.items.length > 0 && <StudiesAccessField form={form} />}
      <Purpose of="studies" />
      <CaseCoverageField form={form} />
      <CaseMore form={form} />
      <WarningSigns marked={marked} onChange={onMark} />
      <ConsentField consent={consent} />
    </>
  );
}

/** Rendered inside the dialog, whose window may load after the dialog opens; the window itself takes the focus first. */
function FocusOnTitle({ setFocus }: Pick<CaseForm, "setFocus">) {
  useEffect(() => {
    const frame = requestAnimationFrame(() => setFocus("title"));
    return () => cancelAnimationFrame(frame);
  }, [setFocus]);
  return null;
}

/** The last step on phones: how the case will read, its optional facts, and the consent. */
export function LastStep({ form, publishing: { studies, consent } }: Pick<OnePageProps, "form" | "publishing">) {
  const hasStudies = studies.items.length > 0;
  const [description, place, modality] = useWatch({
    control: form.control,
    name: ["description", "location_city", "preferred_modality"],
  });
  return (
    <>
      <StepTitle>Así lo van a ver</StepTitle>
      <TitleField form={form} />
      <div className="rounded-card bg-sunken p-4">
        <p className="line-clamp-4 whitespace-pre-line">{description}</p>
        <p className="mt-2 text-muted">
          {[place, modality && CASE_MODALITY_LABELS[modality]].filter(Boolean).join(" · ")}
        </p>
      </div>
      {hasStudies && <StudiesAccessField form={form} />}
      <CaseCoverageField form={form} />
      <CaseMore form={form} />
      <ConsentField consent={consent} />
    </>
  );
}
