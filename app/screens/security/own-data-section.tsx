import { useState } from "react";
import { api } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { useRecentSignIn } from "../step-up/recent-sign-in.tsx";
import { Section } from "./section.tsx";

/** Everything that is kept about the person, to take along. */
export function OwnDataSection() {
  const withProof = useRecentSignIn();
  const [isPending, setPending] = useState(false);

  async function download() {
    setPending(true);
    const answer = await withProof(() =>
      api.exports.ask().then(({ url }) => ({ url, error: null }), (error: unknown) => ({ url: null, error })));
    setPending(false);
    if (answer?.error) return toastFailure("No se pudieron descargar tus datos", answer.error);
    if (!answer?.url) return;
    toast.success("Tu descarga está en camino");
    location.assign(answer.url);
  }

  return (
    <Section
      title="Tus datos"
      about="Un archivo ZIP con todo lo que guardamos sobre vos, tu foto y los estudios que subiste. Podés pedirlo tres veces por día."
    >
      <div>
        <Button variant="secondary" icon="download" isPending={isPending} onPress={() => void download()}>Descargar mis datos</Button>
      </div>
    </Section>
  );
}
