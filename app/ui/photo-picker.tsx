import { useId, useRef } from "react";
import { Avatar } from "./avatar.tsx";
import { Button } from "./button.tsx";
import { errorLook, ErrorText, labelLook } from "./field-look.tsx";

type PhotoPickerProps = {
  name: string;
  photoUrl: string | null;
  isUploading?: boolean;
  hint: string;
  errorMessage?: string;
  onSelect: (file: File) => void;
};

/** The profile photo and the button that changes it; `photoUrl` may be a local preview. Does not upload. */
export function PhotoPicker({ name, photoUrl, isUploading = false, hint, errorMessage, onSelect }: PhotoPickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const inputId = useId();
  const hintId = useId();
  return (
    <div className="flex items-center gap-5">
      <Avatar name={name} photoUrl={photoUrl} size="large" />
      <div className="flex min-w-0 flex-col items-start gap-1.5">
        <label htmlFor={inputId} className={labelLook}>
          Foto de perfil
        </label>
        <input
          ref={input}
          id={inputId}
          type="file"
          accept="image/*"
          tabIndex={-1}
          disabled={isUploading}
          aria-describedby={hintId}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) onSelect(file);
            event.target.value = "";
          }}
          className="sr-only"
        />
        <Button
          variant="secondary"
          size="small"
          icon="camera"
          isPending={isUploading}
          pendingLabel="Subiendo la foto"
          aria-describedby={hintId}
          onPress={() => input.current?.click()}
        >
          {isUploading ? "Subiendo..." : "Cambiar foto"}
        </Button>
        <span id={hintId} className="text-sm text-muted">
          {hint}
        </span>
        {errorMessage && (
          <span role="alert" className={errorLook}>
            <ErrorText>{errorMessage}</ErrorText>
          </span>
        )}
      </div>
    </div>
  );
}
