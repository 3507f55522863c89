import { type UseFormReturn, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { partOf, useSubmit } from "../../client/form.tsx";
import { HOME_OF_ROLE } from "../../domain/accounts/account.ts";
import { EmailField, NewPasswordField } from "../../domain/accounts/account-fields.tsx";
import { Purpose } from "../../domain/consents/purpose.tsx";
import { HeldPhoto, type Photo } from "../../domain/profiles/held-photo.tsx";
import { NameField } from "../../domain/profiles/profile-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { ProviderButtons } from "./providers.tsx";
import { RoleField, RoleFields } from "./role-fields.tsx";
import { createAccount, FIELDS, type SignUp, type SignUpRole, type SignUpValues, uploadHeldPhoto } from "./sign-up.ts";

/** What is said once there is an account, and where it leads. */
export const outcomes: Record<SignUpRole, { message: string; to: string }> = {
  patient: { message: "Cuenta creada exitosamente!", to: HOME_OF_ROLE.patient },
  kine: { message: "Tu solicitud está en revisión. Te contactaremos pronto por WhatsApp.", to: "/pending-approval" },
};

type SignUpFormProps = {
  form: UseFormReturn<SignUpValues, unknown, SignUp>;
  photo: Photo | null;
  onHoldPhoto: (photo: Photo) => void;
};

/** A new account: the role first, then only what that role needs. */
export function SignUpForm({ form, photo, onHoldPhoto }: SignUpFormProps) {
  const { control, formState, handleSubmit, setError, setFocus } = form;
  const navigate = useNavigate();
  const [role, name] = useWatch({ control, name: ["role", "name"] });

  const submit = useSubmit(handleSubmit(
    async (account) => {
      const failure = await createAccount(account);
      if (failure) {
        toast.error(failure.message);
        if (failure.field) setError(failure.field, { message: failure.message }, { shouldFocus: true });
        return;
      }
      if (photo && !(await uploadHeldPhoto(photo.file))) {
        toast.info("Cuenta creada. La foto no se pudo subir, puedes agregarla desde tu perfil");
      }
      toast.success(outcomes[account.role].message);
      await navigate(outcomes[account.role].to);
    },
    (errors) => {
      toast.error("Por favor corrige los errores en el formulario");
      const first = FIELDS[role].find((field) => errors[field]);
      if (first) setFocus(first);
    },
  ));

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <RoleField form={form} />
      <HeldPhoto name={name} photo={photo} onHold={onHoldPhoto} />
      <NameField control={partOf(control)} />
      <EmailField control={partOf(control)} />
      <NewPasswordField control={partOf(control)} />
      <RoleFields control={control} role={role} />
      <Purpose of="sign_up" />
      <Button type="submit" size="large" isWide isPending={formState.isSubmitting}>Crear cuenta</Button>
      <ProviderButtons />
    </form>
  );
}
