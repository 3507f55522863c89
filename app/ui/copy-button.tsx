import { Button } from "./button.tsx";
import { toast } from "./toast.tsx";

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success("Copiado");
    } catch {
      toast.error("Tu navegador no deja copiar. Anotalo a mano.");
    }
  }
  return (
    <Button variant="quiet" size="small" icon="copy" onPress={() => void copy()}>
      {label}
    </Button>
  );
}
