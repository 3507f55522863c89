import { type FileRow, FileRowView } from "../../ui/file-row.tsx";

type SendingStudiesProps = { items: readonly FileRow[]; onCancel: (id: string) => void; onRetry: (id: string) => void };

/** The files of a case that is published already, on their way or left behind. */
export function SendingStudies({ items, onCancel, onRetry }: SendingStudiesProps) {
  const isTravelling = items.some((item) => item.progress !== null);
  return (
    <div className="flex flex-col gap-5">
      <output className="block">
        {isTravelling
          ? "Los especialistas ya pueden postularse. Estamos subiendo tus estudios, no cierres esta ventana."
          : "Los especialistas ya pueden postularse, pero algunos archivos no llegaron. Podés reintentar o terminar sin ellos."}
      </output>
      <ul aria-label="Estudios" className="grid gap-2">
        {items.map((item) => <FileRowView key={item.id} item={item} onCancel={onCancel} onRetry={onRetry} />)}
      </ul>
    </div>
  );
}
