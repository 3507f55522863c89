import { DownloadOwnData } from "../../domain/exports/download-own-data.tsx";
import { Section } from "../../ui/section.tsx";

/** The export of all data stored about the user. */
export function OwnDataSection() {
  return (
    <Section
      title="Tus datos"
      fold="datos"
      state="Bajar una copia"
      about="Un archivo ZIP con todo lo que guardamos sobre vos, tu foto y los estudios que subiste. Podés pedirlo tres veces por día."
    >
      <div>
        <DownloadOwnData />
      </div>
    </Section>
  );
}
