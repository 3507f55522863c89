import { terms } from "./terms.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

type TermsDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  productName: string;
  contactPhone: string;
};

/** A dialog with the Terms and Conditions. */
export function TermsDialog({ isOpen, onOpenChange, productName, contactPhone }: TermsDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Términos y Condiciones"
      isText
      footer={<Button onPress={() => onOpenChange(false)}>Entendido</Button>}
    >
      <ol className="grid gap-5">
        {terms(productName, contactPhone).map(({ title, text }) => (
          <li key={title}>
            <h3 className="text-lg">{title}</h3>
            <p className="mt-1 text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
