import { FileDrop } from "../../ui/file-drop.tsx";
import type { FileRow } from "../../ui/file-row.tsx";
import { MAX_STUDIES, STUDY_EXTENSIONS, STUDY_MAX_MB } from "../cases/case.ts";

const extensions = STUDY_EXTENSIONS.map((extension) => `.${extension}`);
const ACCEPT = [...extensions, "image/jpeg", "image/png", "application/pdf"].join();

type StudiesDropProps = {
  studies: {
    items: readonly FileRow[];
    problem: string | undefined;
    add: (files: File[]) => Promise<void>;
    remove: (id: string) => void;
  };
  isDisabled: boolean;
  /** The limits are said when they are passed. */
  isShort?: boolean;
};

/** The field of a case's form for new studies. */
export function StudiesDrop({ studies, isDisabled, isShort = false }: StudiesDropProps) {
  return (
    <FileDrop
      label="Estudios"
      description={
        isShort ? "Opcional." : `Opcional. Hasta ${MAX_STUDIES} archivos JPG, PNG o PDF de ${STUDY_MAX_MB} MB cada uno.`
      }
      accept={ACCEPT}
      items={studies.items}
      onSelect={(files) => void studies.add(files)}
      onRemove={studies.remove}
      errorMessage={studies.problem}
      isDisabled={isDisabled}
    />
  );
}
