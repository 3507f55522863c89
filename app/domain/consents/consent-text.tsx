import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import type { Paragraph } from "./health-consent.ts";

type ConsentTextProps = { paragraphs: readonly Paragraph[]; isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** A dialog with the text about health data. */
export function ConsentText({ paragraphs, isOpen, onOpenChange }: ConsentTextProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Tus datos de salud"
      isText
      footer={<Button onPress={() => onOpenChange(false)}>Entendido</Button>}
    >
      <ol className="grid gap-5">
        {paragraphs.map(({ title, text }) => (
          <li key={title}>
            <h3 className="text-lg">{title}</h3>
            <p className="mt-1 text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
