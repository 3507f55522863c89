import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toastFailure } from "../../client/toast-failure.ts";
import { uploadPhoto } from "../../client/upload.ts";
import { errorCode } from "../../shared/errors.ts";
import { PhotoPicker } from "../../ui/photo-picker.tsx";
import { toast } from "../../ui/toast.tsx";
import { photoProblem } from "./photo-problem.ts";
import { PHOTO_HINT } from "./profile.ts";

type OwnPhotoProps = { name: string; photoUrl: string | null; onChanged: () => void };

/** The signed-in user's photo control: a chosen file is uploaded at once. */
export function OwnPhoto({ name, photoUrl, onChanged }: OwnPhotoProps) {
  const [problem, setProblem] = useState<string>();
  const upload = useMutation({
    mutationFn: (file: File) => uploadPhoto(file),
    onSuccess: () => {
      toast.success("Foto actualizada exitosamente");
      onChanged();
    },
    onError: (error) => {
      if (errorCode(error) === "NOT_SIGNED_IN") {
        toast.error("Debes iniciar sesión para subir una foto");
        return;
      }
      toastFailure("Error al subir la foto", error);
    },
  });

  async function choose(file: File) {
    const found = await photoProblem(file);
    setProblem(found ?? undefined);
    if (!found) upload.mutate(file);
  }

  return (
    <PhotoPicker
      name={name}
      photoUrl={upload.data?.photo_url ?? photoUrl}
      isUploading={upload.isPending}
      hint={PHOTO_HINT}
      errorMessage={problem}
      onSelect={(file) => void choose(file)}
    />
  );
}
