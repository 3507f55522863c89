import { FileDrop } from "../../ui/file-drop.tsx";
import { PhotoPicker } from "../../ui/photo-picker.tsx";
import { LONG, nothing, Part, Specimen } from "./specimen.tsx";

const file = { name: "radiografia.png", size: 1_200_000, progress: null };
const rows = [
  { ...file, id: "chosen" },
  { ...file, id: "moving", progress: 40 },
  { ...file, id: "done", isDone: true },
  { ...file, id: "failed", error: "No se pudo subir." },
  { ...file, id: "long", name: `${LONG}.pdf` },
];
const drop = { accept: ".png", onSelect: nothing, onRemove: nothing, onCancel: nothing, onRetry: nothing };

/** File uploads. */
export function Files() {
  return (
    <Part title="Files">
      <Specimen name="FileDrop">
        <FileDrop label="Vacío" description="Con una ayuda." isOptional items={[]} {...drop} />
        <FileDrop label="Con archivos" items={rows} {...drop} />
        <FileDrop label="Con error" errorMessage="Son demasiados" items={[]} {...drop} />
        <FileDrop label="No disponible" isDisabled items={[]} {...drop} />
      </Specimen>
      <Specimen name="PhotoPicker">
        <PhotoPicker name="Ana Paz" photoUrl={null} hint="JPG o PNG." onSelect={nothing} />
        <PhotoPicker name="Ana Paz" photoUrl={null} hint="JPG o PNG." isUploading onSelect={nothing} />
        <PhotoPicker name={LONG} photoUrl={null} hint="JPG o PNG." errorMessage="Es muy grande" onSelect={nothing} />
      </Specimen>
    </Part>
  );
}
