import { useEffect, useState } from "react";
import { photoProblem } from "../../domain/profiles/profile.ts";
import { PhotoPicker } from "../../ui/photo-picker.tsx";
import { toast } from "../../ui/toast.tsx";

type HeldPhotoProps = { name: string; photo: File | null; onHold: (photo: File) => void };

/** The photo control before there is an account: the file is only held, with a preview. */
export function HeldPhoto({ name, photo, onHold }: HeldPhotoProps) {
  const [problem, setProblem] = useState<string>();
  const preview = usePreview(photo);

  function hold(file: File) {
    const found = photoProblem(file);
    setProblem(found ?? undefined);
    if (found) {
      toast.error(found);
      return;
    }
    onHold(file);
    toast.success("Foto seleccionada. Se subirá al crear tu cuenta");
  }

  return <PhotoPicker name={name} photoUrl={preview} errorMessage={problem} onSelect={hold} />;
}

function usePreview(file: File | null): string | null {
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setPreview(url);
    return () => {
      URL.revokeObjectURL(url);
      setPreview(null);
    };
  }, [file]);
  return preview;
}
