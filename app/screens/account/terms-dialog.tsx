import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

type TermsDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  productName: string;
  contactPhone: string;
};

/** The Terms and Conditions, to be read before they are accepted. */
export function TermsDialog({ isOpen, onOpenChange, productName, contactPhone }: TermsDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Términos y Condiciones"
      footer={<Button onPress={() => onOpenChange(false)}>Entendido</Button>}
    >
      <ol className="grid gap-5">
        <Point title="Solo somos un intermediario">
          {productName} pone en contacto a pacientes con especialistas. No brinda servicios médicos ni participa en la
          atención.
        </Point>
        <Point title="Responsabilidad de los especialistas">
          Cada especialista responde por la información que publica, por su matrícula y por su conducta profesional.
        </Point>
        <Point title="Responsabilidad de los pacientes">
          Cada paciente responde por la información que comparte y por su conducta.
        </Point>
        <Point title="Datos personales">
          Cumplimos con la Ley 25.326 de Protección de los Datos Personales de la República Argentina.
        </Point>
        <Point title="Suspensión de cuentas">Podemos suspender las cuentas que no respeten estos términos.</Point>
        <Point title="Ley y jurisdicción">
          Estos términos se rigen por las leyes de la República Argentina, con jurisdicción de los tribunales de la
          Ciudad de Buenos Aires.
        </Point>
        <Point title="Contacto">Por cualquier consulta, escribinos o llamanos al {contactPhone}.</Point>
      </ol>
    </Dialog>
  );
}

function Point({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <h3 className="text-lg">{title}</h3>
      <p className="mt-1 text-muted">{children}</p>
    </li>
  );
}
