import { type ReactNode, useEffect, useRef, useState } from "react";
import { type FieldValues, type UseFormReturn, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { chosenKine } from "../../client/chosen-kine.ts";
import { NO_CONNECTION_IN_FORM } from "../../client/connection.ts";
import { partOf, useSubmit } from "../../client/form.tsx";
import { loadChunk } from "../../ui/chunk-reload.ts";
import { HOME_OF_ROLE } from "../../shared/roles.ts";
import { Purpose } from "../../domain/consents/purpose.tsx";
import { useLicencePlace } from "../../domain/licences/licence-place.ts";
import type { Photo } from "../../domain/profiles/pending-photo.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { FirstStepFields } from "./first-step-fields.tsx";
import type { LaterStepFields } from "./later-step-fields.tsx";
import { StepHeading } from "./step-heading.tsx";
import { type SignUpFailure, uploadPendingPhoto } from "./sign-up.ts";
import type { SignUpRole, SignUpValues } from "./sign-up-input.ts";
import { forgetSignUpDraft } from "./sign-up-draft.ts";
import { type SignUpField, stepOf, STEPS } from "./sign-up-steps.ts";
import { useStep } from "./use-step.ts";

/** Loads the later steps' fields separately: signing in never needs them. */
const loadLaterSteps = () => import("./later-step-fields.tsx");

/** The message and destination after creating an account. */
const outcomes: Record<SignUpRole, { message: string; to: string }> = {
  patient: { message: "Cuenta creada exitosamente!", to: HOME_OF_ROLE.patient },
  kine: { message: "Tu solicitud está en revisión. Te contactaremos pronto por WhatsApp.", to: "/pending-approval" },
};

type SignUpFormProps<Account> = {
  form: UseFormReturn<SignUpValues, unknown, Account>;
  /** Creates the account. Returns the failure, or null on success. */
  onSend: (account: Account) => Promise<SignUpFailure | null>;
  hasCredentials: boolean;
  /** The role was chosen on an earlier page; the form shows the choice only on demand. */
  isRoleGiven?: boolean;
  photo: Photo | null;
  onHoldPhoto: (photo: Photo) => void;
  /** Content below the first step. */
  children?: ReactNode;
};

/** The sign-up form in short steps: each is validated on leaving it, and Back returns to the previous one with its input intact. */
export function SignUpForm<Account extends FieldValues & { role: SignUpRole }>(props: SignUpFormProps<Account>) {
  const { form, onSend, hasCredentials, isRoleGiven = false, photo, onHoldPhoto, children } = props;
  const { control, formState, getFieldState, handleSubmit, setError, setFocus, trigger } = form;
  const navigate = useNavigate();
  const role = useWatch({ control, name: "role" });
  const steps = STEPS[role];
  const { step, goTo, goBack } = useStep(steps.length);
  const { title, fields } = steps[step - 1] ?? steps[0];
  const isLast = step === steps.length;
  const heading = useRef<HTMLHeadingElement>(null);
  const [wanted, setWanted] = useState<SignUpField>();
  const shown = useRef(step);
  const [Later, setLater] = useState<typeof LaterStepFields>();
  const [isWaiting, setIsWaiting] = useState(false);
  const licencePlace = useLicencePlace();

  useEffect(() => void loadLaterSteps().catch(() => undefined), []);

  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    scrollTo({ top: 0 });
    if (wanted && fields.includes(wanted)) setFocus(wanted);
    else heading.current?.focus({ preventScroll: true });
  }, [step, fields, wanted, setFocus]);

  function lead(field: SignUpField | undefined) {
    if (!field) return;
    if (fields.includes(field)) return setFocus(field);
    setWanted(field);
    goTo(stepOf(role, field));
  }

  function withPlace(account: Account): Account {
    const { license_number } = account as { license_number?: string };
    return license_number ? { ...account, license_number: licencePlace.answered(license_number) } : account;
  }

  function complain(among: readonly SignUpField[]) {
    toast.error("Por favor corrige los errores en el formulario");
    lead(among.find((field) => getFieldState(field).error));
  }

  const send = handleSubmit(
    async (account) => {
      const failure = await onSend(withPlace(account));
      if (failure) {
        if (failure.asksPlace) licencePlace.ask();
        if (failure.field) setError(failure.field, { message: failure.message });
        else toast.error(failure.message);
        lead(failure.field);
        return;
      }
      forgetSignUpDraft();
      if (photo && !(await uploadPendingPhoto(photo.file))) {
        toast.info("Cuenta creada. La foto no se pudo subir, puedes agregarla desde tu perfil");
      }
      toast.success(outcomes[account.role].message);
      const isForCase = account.role === "patient" && chosenKine() !== null;
      await navigate(outcomes[account.role].to + (isForCase ? "?nuevo=1" : ""), { replace: true });
    },
    () => complain(steps.flatMap((each) => each.fields)),
  );
  const submit = useSubmit(async () => {
    if (isLast) return send();
    if (!(await trigger(fields))) return complain(fields);
    setIsWaiting(true);
    const later = await loadChunk(loadLaterSteps)
      .catch(() => null)
      .finally(() => setIsWaiting(false));
    // The user has navigated away: do not continue to the next step.
    if (!heading.current) return;
    if (!later) return void toast.error(NO_CONNECTION_IN_FORM);
    setLater(() => later.LaterStepFields);
    setWanted(undefined);
    goTo(step + 1);
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <StepHeading ref={heading} step={step} count={steps.length} title={title} />
      {step > 1 && Later ? (
        <Later {...{ role, step, isLast, photo, onHoldPhoto }} licencePlace={licencePlace} control={partOf(control)} />
      ) : (
        <FirstStepFields form={form} hasCredentials={hasCredentials} isRoleGiven={isRoleGiven} />
      )}
      {step === 1 && <Purpose of="sign_up" />}
      <div className="flex flex-col-reverse gap-3 pt-1 sm:flex-row">
        {step > 1 && (
          <Button variant="secondary" size="large" onPress={goBack}>
            Volver
          </Button>
        )}
        <div className="grow">
          <Button type="submit" size="large" isWide isPending={formState.isSubmitting || isWaiting}>
            {isLast ? "Crear cuenta" : "Continuar"}
          </Button>
        </div>
      </div>
      {step === 1 && children}
    </form>
  );
}
