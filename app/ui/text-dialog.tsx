import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

type TextDialogProps = {
  title: string;
  paragraphs: readonly { title: string; text: string }[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** A dialog with a numbered legal text. */
export function TextDialog({ title, paragraphs, isOpen, onOpenChange }: TextDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={title}
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
