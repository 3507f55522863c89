import { useId } from "react";
import { descriptionLook, errorLook, ErrorText, labelLook, Optional } from "./field-look.tsx";
import { type FileRow, FileRowView } from "./file-row.tsx";
import { Icon } from "./icons.tsx";

type FileDropProps = {
  label: string;
  items: readonly FileRow[];
  accept: string;
  onSelect: (files: File[]) => void;
  onRemove?: (id: string) => void;
  onCancel?: (id: string) => void;
  onRetry?: (id: string) => void;
  description?: string;
  errorMessage?: string;
  isOptional?: boolean;
  isDisabled?: boolean;
};

/**
 * Files by drop, selection or the phone's camera, and the status of each. The native input covers the zone, so
 * drop, press and keyboard are native. `accept` as in HTML; the caller validates the files.
 */
export function FileDrop(props: FileDropProps) {
  const { label, items, accept, onSelect, description, errorMessage, isOptional = false, isDisabled, ...acts } = props;
  const id = useId();
  const describedBy = [description && `${id}description`, errorMessage && `${id}error`].filter(Boolean).join(" ");
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className={labelLook}>
        {label}
        <Optional isRequired={!isOptional} />
      </label>
      {description && (
        <span id={`${id}description`} className={descriptionLook}>
          {description}
        </span>
      )}
      <div
        className="relative flex flex-col items-center gap-1 rounded-card border-2 border-dashed border-control
          bg-surface px-4 py-6 text-center transition-colors duration-150 hover:border-primary
          hover:bg-primary-soft has-disabled:opacity-60 has-focus-visible:outline-3
          has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)"
      >
        <Icon name="upload" className="size-7 text-primary" />
        <span className="font-semibold text-primary">Elegí archivos o sacá una foto</span>
        <span className="hidden text-sm text-muted md:block">También podés arrastrarlos hasta acá</span>
        <input
          id={id}
          type="file"
          multiple
          accept={accept}
          disabled={isDisabled}
          aria-invalid={errorMessage ? true : undefined}
          aria-describedby={describedBy || undefined}
          onChange={(event) => {
            onSelect([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
          className="absolute inset-0 w-full cursor-pointer opacity-0"
        />
      </div>
      {errorMessage && (
        <span id={`${id}error`} role="alert" className={errorLook}>
          <ErrorText>{errorMessage}</ErrorText>
        </span>
      )}
      {items.length > 0 && (
        <ul role="list" aria-label="Archivos elegidos" className="mt-1 grid grid-cols-1 gap-2">
          {items.map((item) => (
            <FileRowView key={item.id} item={item} {...acts} />
          ))}
        </ul>
      )}
    </div>
  );
}
