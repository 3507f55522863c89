import { ToastRegion } from "../../ui/toast.tsx";
import { Actions } from "./gallery-actions.tsx";
import { Fields } from "./gallery-fields.tsx";
import { Files } from "./gallery-files.tsx";
import { Layers } from "./gallery-layers.tsx";
import { Statements } from "./gallery-statements.tsx";

/** Every component of app/ui in all its states. Exists in development only. */
export default function Gallery() {
  return (
    <main className="mx-auto flex max-w-5xl flex-col gap-12 px-4 py-10">
      <h1 className="text-3xl">Gallery</h1>
      <Actions />
      <Fields />
      <Files />
      <Statements />
      <Layers />
      <ToastRegion />
    </main>
  );
}
