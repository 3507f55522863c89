import { useEffect, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { partOf, useSubmit } from "../../client/form.tsx";
import { currentSession } from "../../client/session.ts";
import { ActivityLevelField } from "../../domain/accounts/account-fields.tsx";
import { TermsField } from "../../domain/accounts/terms-field.tsx";
import { adoptStory, keepCaseDraft } from "../../domain/cases/case-draft.ts";
import { type CaseForm, StudiesAccessField, TitleField } from "../../domain/cases/case-form.tsx";
import { CASE_CREATED_NOTICE_MS } from "../../domain/cases/case.ts";
import { StepTitle } from "../../domain/cases/case-steps.tsx";
import { proposedTitle } from "../../domain/cases/proposed-title.ts";
import { HealthConsentBox } from "../../domain/consents/health-consent-box.tsx";
import { BirthDateField } from "../../domain/profiles/birth-date-field.tsx";
import { CASE_MODALITY_LABELS } from "../../domain/profiles/modality.ts";
import { PendingPhoto, type Photo } from "../../domain/profiles/pending-photo.tsx";
import type { useStudyFiles } from "../../domain/studies/use-study-files.ts";
import { errorCatalogue } from "../../shared/errors.ts";
import { plural } from "../../shared/format.ts";
import { Button } from "../../ui/button.tsx";
import { Fold } from "../../ui/fold.tsx";
import { toast } from "../../ui/toast.tsx";
import { createAccount, uploadPendingPhoto } from "../sign-in/sign-up.ts";
import { forgetSignUpDraft } from "../sign-in/sign-up-draft.ts";
import { type AccountStepName, stepWithProblem } from "./account-fields.ts";
import type { AccountForm } from "./account-step.tsx";
import { publishStory } from "./publish-story.ts";

export type PublishStepProps = {
  story: CaseForm;
  account: AccountForm;
  studies: ReturnType<typeof useStudyFiles>;
  /** A field of this step of the account was refused. */
  onRefused: (step: AccountStepName) => void;
};

/** The last step of a visitor: how the case will read, what is agreed to, and "Publicar", which creates the account first. */
export function PublishStep({ story, account, studies, onRefused }: PublishStepProps) {
  const navigate = useNavigate();
  const { control, handleSubmit, setError, setFocus, setValue } = account;
  const name = useWatch({ control, name: "name" });
  const [photo, setPhoto] = useState<Photo | null>(null);
  const [isConsented, setConsented] = useState(false);
  const consent = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const { title, injury_area, description, location_city } = story.getValues();
    setValue("location_city", location_city ?? "");
    if (!title) story.setValue("title", proposedTitle({ zone: injury_area ?? "", words: description }));
  }, [story, setValue]);

  const publish = useSubmit(async () => {
    setProblem(isConsented ? undefined : errorCatalogue.CONSENT_NEEDED.message);
    await handleSubmit(
      (fields) =>
        story.handleSubmit(async (told) => {
          if (!isConsented) return consent.current?.focus();
          const failure = await createAccount(fields);
          if (failure) {
            if (!failure.field) return void toast.error(failure.message);
            setError(failure.field, { message: failure.message });
            return onRefused(stepWithProblem((field) => field === failure.field) ?? "account");
          }
          forgetSignUpDraft();
          // From here on the account has what was told, also when this page is closed.
          const owner = (await currentSession())?.user.id ?? "";
          adoptStory(owner);
          if (photo && !(await uploadPendingPhoto(photo.file)))
            toast.info("Cuenta creada. La foto no se pudo subir, puedes agregarla desde tu perfil");
          const outcome = await publishStory(told, (await studies.chosen()) ?? studies.items);
          if (outcome === "failed") {
            toast.info("Cuenta creada exitosamente! Falta publicar tu caso: lo que contaste sigue acá.");
            return void navigate("/dashboard/patient/cases?nuevo=1", { replace: true });
          }
          keepCaseDraft(owner, null);
          await navigate("/dashboard/patient/cases", { replace: true });
          toast.success("Tu caso fue creado. Los especialistas ahora pueden postularse.", {
            duration: CASE_CREATED_NOTICE_MS,
            description: `Cuenta creada exitosamente!${outcome === "without files" ? " Algún estudio no llegó: podés sumarlo editando tu caso." : ""}`,
          });
        })(),
      (errors) => {
        const refused = stepWithProblem((field) => errors[field]);
        if (refused) onRefused(refused);
        else setFocus("accepted_terms");
      },
    )();
  });

  return (
    <form noValidate onSubmit={publish} className="flex flex-col gap-4">
      <StepTitle>Así lo van a ver</StepTitle>
      <Preview story={story} count={studies.items.length} />
      <Fold title="Más datos" isOpen={story.formState.errors.title !== undefined}>
        <TitleField form={story} />
        {studies.items.length > 0 && <StudiesAccessField form={story} />}
        <PendingPhoto name={name} photo={photo} onHold={setPhoto} />
        <BirthDateField control={partOf(control)} />
        <ActivityLevelField control={partOf(control)} />
      </Fold>
      <div className="consent-box">
        <TermsField control={partOf(control)} isShort />
      </div>
      <div className="consent-box">
        <HealthConsentBox
          isTicked={isConsented}
          problem={problem}
          inputRef={consent}
          onTick={(isTicked) => {
            setConsented(isTicked);
            setProblem(undefined);
          }}
        />
      </div>
      <Button
        type="submit"
        size="large"
        isWide
        isPending={account.formState.isSubmitting || story.formState.isSubmitting}
        pendingLabel="Publicando…"
      >
        Publicar
      </Button>
    </form>
  );
}

function Preview({ story, count }: { story: CaseForm; count: number }) {
  const [title, description, place, modality] = useWatch({
    control: story.control,
    name: ["title", "description", "location_city", "preferred_modality"],
  });
  const facts = [place, modality && CASE_MODALITY_LABELS[modality], count > 0 && plural(count, "estudio", "estudios")];
  return (
    <div data-typed className="flex flex-col gap-1 rounded-card bg-sunken p-4 wrap-anywhere">
      <p className="text-lg leading-snug font-semibold">{title}</p>
      {description.trim() !== title && <p className="line-clamp-3 whitespace-pre-line">{description}</p>}
      <p className="text-muted">{facts.filter(Boolean).join(" · ")}</p>
    </div>
  );
}
