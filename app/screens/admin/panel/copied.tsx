import { IconButton } from "../../../ui/icon-button.tsx";
import { toast } from "../../../ui/toast.tsx";

/** A text and the button that copies it. */
export function Copied({ text, what }: { text: string; what: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success("Copiado");
    } catch {
      toast.error("Tu navegador no deja copiar. Anotalo a mano.");
    }
  }
  return (
    <span className="inline-flex items-center gap-0.5 md:-my-2.5">
      <span className="wrap-anywhere">{text}</span>
      <IconButton icon="copy" label={`Copiar ${what}`} onPress={() => void copy()} />
    </span>
  );
}
