import { useState } from "react";
import { api } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { Section } from "./section.tsx";

/** The export of all data stored about the user. */
export function OwnDataSection() {
  const [isPending, setPending] = useState(false);

  async function download() {
    setPending(true);
    try {
      const { url } = await api.exports.ask();
      toast.success("Tu descarga está en camino");
      location.assign(url);
    } catch (error) {
      toastFailure("No se pudieron descargar tus datos", error);
    } finally {
      setPending(false);
    }
  }

  return (
    <Section
      title="Tus datos"
      about="Un archivo ZIP con todo lo que guardamos sobre vos, tu foto y los estudios que subiste. Podés pedirlo tres veces por día."
    >
      <div>
        <Button variant="secondary" icon="download" isPending={isPending} onPress={() => void download()}>
          Descargar mis datos
        </Button>
      </div>
    </Section>
  );
}
