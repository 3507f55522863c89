import { useRef, useState } from "react";
import { ProgressBar } from "react-aria-components";
import { useFocusFallback } from "./focus-fallback.ts";
import { IconButton } from "./icon-button.tsx";
import { Icon } from "./icons.tsx";

/** One selected file. `size` in bytes; `progress` 0–100 while uploading, else null; `previewUrl` for images. */
export type FileRow = {
  id: string;
  name: string;
  size: number;
  previewUrl?: string | null;
  progress: number | null;
  isDone?: boolean;
  error?: string;
};

type FileRowProps = {
  item: FileRow;
  onRemove?: (id: string) => void;
  onCancel?: (id: string) => void;
  onRetry?: (id: string) => void;
};

/** A row of a file list: preview or icon, name, size, progress and actions. */
export function FileRowView({ item, onRemove, onCancel, onRetry }: FileRowProps) {
  const isTravelling = item.progress !== null;
  const row = useRef<HTMLLIElement>(null);
  useFocusFallback(row, controlBeside);
  return (
    <li ref={row} data-typed className="flex items-center gap-3 rounded-card border border-line bg-surface p-2">
      <Preview url={item.previewUrl} />
      <div className="min-w-0 grow">
        <p className="truncate leading-snug font-medium">{item.name}</p>
        {isTravelling ? <TravelBar name={item.name} progress={item.progress ?? 0} /> : <FileNote item={item} />}
      </div>
      {item.error && onRetry && (
        <IconButton icon="refresh" label={`Reintentar ${item.name}`} onPress={() => onRetry(item.id)} />
      )}
      {isTravelling && onCancel && (
        <IconButton icon="close" label={`Cancelar ${item.name}`} onPress={() => onCancel(item.id)} />
      )}
      {!isTravelling && onRemove && (
        <IconButton icon="trash" label={`Quitar ${item.name}`} onPress={() => onRemove(item.id)} />
      )}
    </li>
  );
}

function Preview({ url }: { url: FileRow["previewUrl"] }) {
  const [isBroken, setBroken] = useState(false);
  if (url && !isBroken) {
    const look = "size-12 shrink-0 rounded-lg bg-sunken object-cover";
    return <img src={url} alt="" onError={() => setBroken(true)} className={look} />;
  }
  return (
    <span className="grid size-12 shrink-0 place-items-center rounded-lg bg-sunken text-primary">
      <Icon name="file" className="size-6" />
    </span>
  );
}

/** The focus target when a row is removed: the next row, else the previous one, else the file input. */
function controlBeside(row: HTMLElement): HTMLElement | null | undefined {
  const beside = row.nextElementSibling ?? row.previousElementSibling;
  if (beside) return beside.querySelector("button");
  return row.parentElement?.parentElement?.querySelector("input");
}

function FileNote({ item }: { item: FileRow }) {
  if (item.error)
    return (
      <p role="alert" className="text-sm font-medium text-danger">
        {item.error}
      </p>
    );
  return (
    <p className="flex items-center gap-1 text-sm text-muted">
      {item.isDone && <Icon name="check" className="size-4 text-success" />}
      {formatSize(item.size)}
      {item.isDone && " · Listo"}
    </p>
  );
}

function TravelBar({ name, progress }: { name: string; progress: number }) {
  return (
    <ProgressBar aria-label={`Subiendo ${name}`} value={progress}>
      {({ valueText }) => (
        <span className="flex items-center gap-2 text-sm text-muted">
          <svg
            viewBox="0 0 100 6"
            preserveAspectRatio="none"
            aria-hidden="true"
            className="h-1.5 grow rounded-full bg-sunken"
          >
            <rect width={progress} height="6" className="fill-primary" />
          </svg>
          {valueText}
        </span>
      )}
    </ProgressBar>
  );
}

function formatSize(bytes: number): string {
  const isSmall = bytes < 1024 * 1024;
  const value = isSmall ? Math.max(bytes / 1024, 1) : bytes / (1024 * 1024);
  return `${value.toLocaleString("es-AR", { maximumFractionDigits: isSmall ? 0 : 1 })} ${isSmall ? "kB" : "MB"}`;
}
