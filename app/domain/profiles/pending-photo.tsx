import { useState } from "react";
import { photoProblem } from "./photo-problem.ts";
import { PHOTO_HINT } from "./profile.ts";
import { PhotoPicker } from "../../ui/photo-picker.tsx";
import { toast } from "../../ui/toast.tsx";

/** A photo chosen before the account exists, and the object URL of its preview. */
export type Photo = { file: File; previewUrl: string };

type PendingPhotoProps = { name: string; photo: Photo | null; onHold: (photo: Photo) => void };

/** The photo control before the account exists: the file is only stored in memory, with a preview. */
export function PendingPhoto({ name, photo, onHold }: PendingPhotoProps) {
  const [problem, setProblem] = useState<string>();

  async function hold(file: File) {
    const found = await photoProblem(file);
    setProblem(found ?? undefined);
    if (found) return;
    if (photo) URL.revokeObjectURL(photo.previewUrl);
    onHold({ file, previewUrl: URL.createObjectURL(file) });
    toast.success("Foto seleccionada. Se subirá al crear tu cuenta");
  }

  return (
    <PhotoPicker
      name={name}
      photoUrl={photo?.previewUrl ?? null}
      hint={PHOTO_HINT}
      errorMessage={problem}
      onSelect={(file) => void hold(file)}
    />
  );
}
