import { FileDrop } from "../../ui/file-drop.tsx";
import { MAX_STUDIES, STUDY_EXTENSIONS, STUDY_MAX_MB } from "../cases/case.ts";
import type { useStudyFiles } from "./study-files.ts";

const extensions = STUDY_EXTENSIONS.map((extension) => `.${extension}`);
const ACCEPT = [...extensions, "image/jpeg", "image/png", "application/pdf"].join();

type StudiesDropProps = { studies: ReturnType<typeof useStudyFiles>; isDisabled: boolean };

/** The field of a case's form for new studies. */
export function StudiesDrop({ studies, isDisabled }: StudiesDropProps) {
  return (
    <FileDrop
      label="Estudios"
      description={`Opcional. Hasta ${MAX_STUDIES} archivos JPG, PNG o PDF de ${STUDY_MAX_MB} MB cada uno.`}
      accept={ACCEPT}
      items={studies.items}
      onSelect={studies.add}
      onRemove={studies.remove}
      errorMessage={studies.problem}
      isDisabled={isDisabled}
    />
  );
}
