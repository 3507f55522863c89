import { type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { Field } from "../../client/form.tsx";
import { ZoneChips } from "../body-zones/zone-chips.tsx";
import { StudiesDrop } from "../studies/studies-drop.tsx";
import { type CaseForm, DescriptionField, WhereFields } from "./case-form.tsx";
import { SIGNS_QUESTION, WarningSigns } from "./warning-signs.tsx";

/** The steps in which a case is told, one question a screen; what follows them publishes it. */
export const CASE_STEPS = ["hurts", "signs", "where"] as const;
type CaseStepName = (typeof CASE_STEPS)[number];

const TITLES: Record<CaseStepName, string> = { hurts: "¿Qué te duele?", signs: SIGNS_QUESTION, where: "¿Dónde?" };

type CaseStepProps = {
  name: CaseStepName;
  form: CaseForm;
  studies: Parameters<typeof StudiesDrop>[0]["studies"];
  marked: readonly string[];
  onMark: (marked: string[]) => void;
  isPlaceRequired?: boolean;
};

/** One step of a case that is told; its title takes the focus. What the landing page has asked is not asked again. */
export function CaseStep({ name, form, studies, marked, onMark, isPlaceRequired }: CaseStepProps) {
  const [isBegun] = useState(() => form.getValues("description").trim() !== "");
  return (
    <div className="flex flex-col gap-4">
      <StepTitle key={name}>{name === "hurts" && isBegun ? "Contanos un poco más" : TITLES[name]}</StepTitle>
      {name === "hurts" && (
        <>
          <Field control={form.control} name="injury_area">
            {({ value, onChange, errorMessage }) => (
              <ZoneChips value={value ?? ""} onChange={onChange} errorMessage={errorMessage} />
            )}
          </Field>
          <DescriptionField form={form} isAlone />
        </>
      )}
      {name === "signs" && <WarningSigns marked={marked} onChange={onMark} isAlone />}
      {name === "where" && (
        <>
          <WhereFields form={form} isRequired={isPlaceRequired} />
          <StudiesDrop studies={studies} isDisabled={false} isShort />
        </>
      )}
    </div>
  );
}

/** The heading of a step, which takes the focus when the step is shown, unless the page has just opened. */
export function StepTitle({ children }: { children: ReactNode }) {
  const heading: Ref<HTMLHeadingElement> = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
      {children}
    </h2>
  );
}

/** Whether a step may be left: its fields hold, and no warning sign is marked. */
export async function mayLeave(name: CaseStepName, form: CaseForm, marked: readonly string[]): Promise<boolean> {
  if (name === "signs") return marked.length === 0;
  if (name === "hurts") return form.trigger(["description", "injury_area"], { shouldFocus: true });
  if (name === "where") return form.trigger("location_city", { shouldFocus: true });
  return true;
}
