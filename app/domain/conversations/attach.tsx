import { useMutation, useQueryClient } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { idempotencyKeyOf, forgetKey } from "../../client/idempotency-keys.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { kindOfChosen } from "../../client/file-kind.ts";
import { uploadMessageFile, uploadStudy } from "../../client/upload.ts";
import { isRefusal } from "../../shared/errors.ts";
import { buttonLook } from "../../ui/button-look.ts";
import { Icon } from "../../ui/icons.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { toast } from "../../ui/toast.tsx";
import { studyProblem } from "../cases/study-problem.ts";
import { FILE_MAX_BYTES, FILE_TOO_LARGE, type Side, WRONG_FILE_TYPE } from "./conversation.ts";

const KINDS = {
  patient: { label: "Agregar un estudio", accept: ".jpg,.jpeg,.png,.pdf,image/jpeg,image/png,application/pdf" },
  kine: { label: "Mandar un PDF o JPG", accept: ".jpg,.jpeg,.pdf,image/jpeg,application/pdf" },
} as const;

/** A file that is chosen again after a lost answer reuses its idempotency key; after an answer it gets a new key. */
const KEYS = "conversation files";

async function fileProblem(file: File): Promise<string | null> {
  if (file.size > FILE_MAX_BYTES) return FILE_TOO_LARGE;
  const kind = await kindOfChosen(file);
  return kind === "jpeg" || kind === "pdf" || kind === "unknown" ? null : WRONG_FILE_TYPE;
}

/** Uploads a file. A patient's file becomes a study of the case, with its view log; a specialist's becomes a message. */
export function Attach({ id, side, caseId }: { id: string; side: Side; caseId: string }) {
  const queryClient = useQueryClient();
  const inWords = ({ name, size, lastModified }: File) => JSON.stringify([id, name, size, lastModified]);
  const sending = useMutation({
    mutationFn: async (file: File) => {
      const key = idempotencyKeyOf(KEYS, inWords(file));
      await (side === "patient" ? uploadStudy(caseId, file, { key }) : uploadMessageFile(id, file, { key }));
    },
    onSuccess: async (_, file) => {
      forgetKey(KEYS, inWords(file));
      if (side === "patient") toast.success("Lo agregamos a los estudios de tu caso");
      await queryClient.invalidateQueries({
        queryKey: side === "patient" ? queries.cases.key() : queries.conversations.key(),
      });
    },
    onError: (error, file) => {
      if (isRefusal(error)) forgetKey(KEYS, inWords(file));
      toastFailure("No se pudo subir el archivo", error);
    },
  });
  async function send(file: File | undefined) {
    if (!file) return;
    const problem = await (side === "patient" ? studyProblem(file) : fileProblem(file));
    if (problem) toast.error(problem);
    else sending.mutate(file);
  }
  const { label, accept } = KINDS[side];
  return (
    <span
      className={`relative has-focus-visible:outline-3 has-focus-visible:outline-(--focus) ${buttonLook("quiet", "small")}`}
    >
      {sending.isPending ? <Spinner /> : <Icon name="upload" />}
      {label}
      <input
        type="file"
        accept={accept}
        aria-label={label}
        disabled={sending.isPending}
        onChange={(event) => {
          send(event.target.files?.[0]);
          event.target.value = "";
        }}
        className="absolute -inset-px size-[calc(100%+2px)] cursor-pointer opacity-0"
      />
    </span>
  );
}
