import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useAuthEvents } from "../../client/auth-events.ts";
import { useSubmit } from "../../client/form.tsx";
import { lateResolver } from "../../client/late-resolver.ts";
import { painIn } from "../../domain/body-zones/pain-zones.ts";
import { type CaseFields, emptyCase, keepStory, readStory, storyOf } from "../../domain/cases/case-draft.ts";
import type { NewCase } from "../../domain/cases/case-input.ts";
import { CASE_STEPS, CaseStep, mayLeave } from "../../domain/cases/case-steps.tsx";
import { useStudyFiles } from "../../domain/studies/use-study-files.ts";
import { Button } from "../../ui/button.tsx";
import { late } from "../../ui/late.tsx";
import { draftedSignUp, emptySignUp } from "../sign-in/sign-up-draft.ts";
import type { SignUp, SignUpValues } from "../sign-in/sign-up-input.ts";
import { useSignUpForm } from "../sign-in/use-sign-up-form.ts";
import { useStep } from "../sign-in/use-step.ts";
import { ACCOUNT_STEPS, type AccountStepName } from "./account-fields.ts";
import type { AccountStepProps } from "./account-step.tsx";
import type { PublishStepProps } from "./publish-step.tsx";
import { StepFrame } from "./step-frame.tsx";

export { adoptStory } from "../../domain/cases/case-draft.ts";

const AccountStep = late<AccountStepProps>(async () => (await import("./account-step.tsx")).AccountStep);
const PublishStep = late<PublishStepProps>(async () => (await import("./publish-step.tsx")).PublishStep);
const resolver = lateResolver(async () => (await import("../../domain/cases/case-input.ts")).NewCase);
const accountResolver = lateResolver<SignUpValues, SignUp>(
  async () => (await import("../sign-in/sign-up-input.ts")).SignUpForm,
);
/** What is told, who tells it, their account; what follows publishes it. */
const STEPS = [...CASE_STEPS, "who", "account"] as const;
const stepOf = (name: (typeof STEPS)[number]) => STEPS.indexOf(name) + 1;
const [SIGNS, ACCOUNT, COUNT] = [stepOf("signs"), stepOf("account"), STEPS.length + 1];

const isOfAccount = (name: (typeof STEPS)[number]): name is AccountStepName => name in ACCOUNT_STEPS;

/** What a visitor tells, a step at a time, then their account, and what is published. */
export function Story() {
  const [{ reached: reachedBefore, ...begun }] = useState(() => readStory(painIn) ?? { ...emptyCase, reached: 1 });
  const form = useForm<CaseFields, unknown, NewCase>({ resolver, defaultValues: begun });
  const account = useSignUpForm(accountResolver, draftedSignUp("patient"));
  const { step, goTo, goBack } = useStep(COUNT, reachedBefore);
  const reached = useRef(reachedBefore);
  const studies = useStudyFiles();
  const [marked, setMarked] = useState<string[]>([]);
  // With a warning sign marked, Forward or an address lead to the signs, not past them.
  const name = marked.length > 0 && step > SIGNS ? "signs" : STEPS[step - 1];
  useAuthEvents((event) => {
    if (event !== "SIGNED_OUT") return;
    reached.current = 1;
    form.reset(emptyCase);
    account.reset(emptySignUp("patient"));
    studies.clear();
  });
  const mark = (signs: string[]) => {
    setMarked(signs);
    if (signs.length === 0) return;
    // A reload asks again: what was reached before the mark is not reached now.
    reached.current = SIGNS;
    keepStory(storyOf(form.getValues(), SIGNS));
  };
  // What the landing page noted in the tab is kept on the device from here on.
  useEffect(() => {
    if (readStory()) keepStory(storyOf(form.getValues(), reached.current));
  }, [form]);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          // The title is proposed from both, so it ends with them.
          if (values.title && (name === "description" || name === "injury_area")) form.setValue("title", "");
          else keepStory(storyOf(values, reached.current));
        },
      }),
    [form],
  );
  const next = useSubmit(async () => {
    if (!name) return;
    const isDone = isOfAccount(name)
      ? account.trigger(ACCOUNT_STEPS[name], { shouldFocus: true })
      : mayLeave(name, form, marked);
    if (!(await isDone)) return;
    // The sign-up requires it.
    if (name === "where" && (form.getValues("location_city") ?? "").trim().length < 2)
      return form.setError("location_city", { message: "Barrio requerida" }, { shouldFocus: true });
    // A reload asks for the password again.
    reached.current = Math.max(Math.min(step + 1, ACCOUNT), reached.current);
    keepStory(storyOf(form.getValues(), reached.current));
    goTo(step + 1);
  });
  return (
    <StepFrame step={step} count={COUNT} onBack={goBack}>
      {name ? (
        <form noValidate onSubmit={next} className="flex grow flex-col gap-5">
          {isOfAccount(name) ? (
            <AccountStep name={name} form={account} />
          ) : (
            <CaseStep {...{ name, form, studies, marked }} onMark={mark} isPlaceRequired />
          )}
          {marked.length === 0 && (
            <Button type="submit" size="large" isWide>
              {name === "signs" ? "Nada de esto" : "Seguir"}
            </Button>
          )}
        </form>
      ) : (
        <PublishStep
          story={form}
          onRefused={(refused) => (refused === "account" ? goBack() : goTo(stepOf(refused)))}
          {...{ account, studies }}
        />
      )}
    </StepFrame>
  );
}
