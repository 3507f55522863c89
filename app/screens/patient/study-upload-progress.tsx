import { type FileRow, FileRowView } from "../../ui/file-row.tsx";

type SendingStudiesProps = {
  news: string;
  items: readonly FileRow[];
  onCancel: (id: string) => void;
  onRetry: (id: string) => void;
};

/** Upload progress of a saved case's files, including failed ones; `news` is the announced status. */
export function StudyUploadProgress({ news, items, onCancel, onRetry }: SendingStudiesProps) {
  const isTravelling = items.some((item) => item.progress !== null);
  return (
    <div className="flex flex-col gap-5">
      <output className="block">
        {news}{" "}
        {isTravelling
          ? "Estamos subiendo tus estudios, no cierres esta ventana."
          : "Pero algunos archivos no llegaron: podés reintentar o terminar sin ellos."}
      </output>
      <ul role="list" aria-label="Estudios" className="grid gap-2">
        {items.map((item) => (
          <FileRowView key={item.id} item={item} onCancel={onCancel} onRetry={onRetry} />
        ))}
      </ul>
    </div>
  );
}
