import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { Link, useNavigate } from "react-router";
import { partOf, useSubmit } from "../../client/form.tsx";
import { currentSession } from "../../client/session.ts";
import { lateResolver } from "../../client/late-resolver.ts";
import { ActivityLevelField, EmailField, NewPasswordField } from "../../domain/accounts/account-fields.tsx";
import { TermsField } from "../../domain/accounts/terms-field.tsx";
import { adoptStory, keepCaseDraft } from "../../domain/cases/case-draft.ts";
import { type CaseForm, TitleField } from "../../domain/cases/case-form.tsx";
import { CASE_CREATED_NOTICE_MS } from "../../domain/cases/case.ts";
import { StepTitle } from "../../domain/cases/case-steps.tsx";
import { proposedTitle } from "../../domain/cases/proposed-title.ts";
import { HealthConsentBox } from "../../domain/consents/health-consent-box.tsx";
import { BirthDateField } from "../../domain/profiles/birth-date-field.tsx";
import { CASE_MODALITY_LABELS } from "../../domain/profiles/modality.ts";
import { PendingPhoto, type Photo } from "../../domain/profiles/pending-photo.tsx";
import { NameField, PhoneField } from "../../domain/profiles/profile-fields.tsx";
import type { useStudyFiles } from "../../domain/studies/use-study-files.ts";
import { PASSWORD_MIN } from "../../shared/password-rules.ts";
import { errorCatalogue } from "../../shared/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Fold } from "../../ui/fold.tsx";
import { toast } from "../../ui/toast.tsx";
import { createAccount, uploadPendingPhoto } from "../sign-in/sign-up.ts";
import { draftedSignUp, forgetSignUpDraft } from "../sign-in/sign-up-draft.ts";
import { useSignUpForm } from "../sign-in/use-sign-up-form.ts";
import { publishStory } from "./publish-story.ts";

const resolver = lateResolver(async () => (await import("../sign-in/sign-up-input.ts")).SignUpForm);

export type AccountStepProps = { story: CaseForm; studies: ReturnType<typeof useStudyFiles> };

/** The last step of a visitor: the account in one screen, what is agreed to, how the case will read, and "Publicar". */
export function AccountStep({ story, studies }: AccountStepProps) {
  const navigate = useNavigate();
  const form = useSignUpForm(resolver, draftedSignUp("patient"));
  const { control, handleSubmit, setError, setFocus, setValue } = form;
  const [photo, setPhoto] = useState<Photo | null>(null);
  const [isConsented, setConsented] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isTaken, setTaken] = useState(false);
  const [name, email] = useWatch({ control, name: ["name", "email"] });
  useEffect(() => {
    const { title, injury_area, description, location_city } = story.getValues();
    setValue("location_city", location_city ?? "");
    if (!title) story.setValue("title", proposedTitle({ zone: injury_area ?? "", words: description }));
  }, [story, setValue]);

  const publish = useSubmit(async () => {
    setProblem(isConsented ? undefined : errorCatalogue.CONSENT_NEEDED.message);
    await handleSubmit(
      (account) =>
        story.handleSubmit(async (fields) => {
          if (!isConsented) return;
          const failure = await createAccount(account);
          if (failure) {
            if (!failure.field) return void toast.error(failure.message);
            setError(failure.field, { message: failure.message });
            setTaken(failure.field === "email");
            return setFocus(failure.field);
          }
          forgetSignUpDraft();
          // From here on the account has what was told, also when this page is closed.
          const owner = (await currentSession())?.user.id ?? "";
          adoptStory(owner);
          if (photo && !(await uploadPendingPhoto(photo.file)))
            toast.info("Cuenta creada. La foto no se pudo subir, puedes agregarla desde tu perfil");
          const outcome = await publishStory(fields, studies.items);
          if (outcome === "failed") {
            toast.info("Cuenta creada exitosamente! Falta publicar tu caso: lo que contaste sigue acá.");
            return void navigate("/dashboard/patient/cases?nuevo=1", { replace: true });
          }
          keepCaseDraft(owner, null);
          toast.success("Tu caso fue creado. Los especialistas ahora pueden postularse.", {
            duration: CASE_CREATED_NOTICE_MS,
            description: `Cuenta creada exitosamente!${outcome === "without files" ? " Algún estudio no llegó: podés sumarlo editando tu caso." : ""}`,
          });
          await navigate("/dashboard/patient/cases", { replace: true });
        })(),
      (errors) => {
        const [first] = (["name", "email", "password", "phone", "accepted_terms"] as const).filter(
          (field) => errors[field],
        );
        if (first) setFocus(first);
      },
    )();
  });

  return (
    <form noValidate onSubmit={publish} className="flex flex-col gap-2">
      <StepTitle isHidden>Tu cuenta</StepTitle>
      <NameField control={partOf(control)} />
      <EmailField control={partOf(control)} />
      {isTaken && (
        <Link to="/auth?mode=signin" className="inline-flex min-h-11 items-center text-primary underline">
          Iniciar sesión y publicarlo
        </Link>
      )}
      <NewPasswordField
        control={partOf(control)}
        description={`Mínimo ${PASSWORD_MIN}, con mayúscula y número.`}
        known={[name, email]}
      />
      <PhoneField control={partOf(control)} description="Lo ven quienes aceptes y nosotros." isRequired />
      <div className="flex flex-col">
        <TermsField control={partOf(control)} isShort />
        <HealthConsentBox
          isTicked={isConsented}
          problem={problem}
          onTick={(isTicked) => {
            setConsented(isTicked);
            setProblem(undefined);
          }}
        />
      </div>
      <Preview story={story} />
      <Fold title="Más datos (opcional)">
        <TitleField form={story} />
        <PendingPhoto name={name} photo={photo} onHold={setPhoto} />
        <BirthDateField control={partOf(control)} />
        <ActivityLevelField control={partOf(control)} />
      </Fold>
      <Button
        type="submit"
        size="large"
        isWide
        isPending={form.formState.isSubmitting || story.formState.isSubmitting}
        pendingLabel="Publicando…"
      >
        Publicar
      </Button>
    </form>
  );
}

function Preview({ story }: { story: CaseForm }) {
  const [title, place, modality] = useWatch({
    control: story.control,
    name: ["title", "location_city", "preferred_modality"],
  });
  return (
    <p className="rounded-card bg-sunken px-4 py-2 leading-snug wrap-anywhere">
      <span className="text-muted">Así lo van a ver: </span>
      <span data-typed>{[title, place, modality && CASE_MODALITY_LABELS[modality]].filter(Boolean).join(" · ")}</span>
    </p>
  );
}
