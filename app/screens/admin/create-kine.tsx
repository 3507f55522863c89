import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queries } from "../../client/api.ts";
import { CreateKineForm, type CreatedKine } from "../../domain/accounts/create-kine-form.tsx";
import type { KineCreatedProps } from "../../domain/accounts/kine-created.tsx";
import { late } from "../../ui/late.tsx";

const KineCreated = late<KineCreatedProps>(
  async () => (await import("../../domain/accounts/kine-created.tsx")).KineCreated,
);

/** "Crear Especialista": the form, then how the new specialist signs in. */
export default function CreateKine() {
  const [created, setCreated] = useState<CreatedKine | null>(null);
  const hasMails = useQuery(queries.status.read.queryOptions()).data?.messages.by_smtp ?? true;
  return (
    <div className="mx-auto max-w-2xl">
      {created ? (
        <KineCreated kine={created} onAnother={() => setCreated(null)} />
      ) : (
        <>
          <h1 className="mb-2 text-3xl">Crear Especialista</h1>
          <p className="text-muted">
            {hasMails
              ? "No pasa por Solicitudes: le mandamos un email con el enlace para entrar."
              : "No pasa por Solicitudes: entra con la contraseña que le pases."}
          </p>
          <section className="mt-6 md:rounded-card md:border md:border-line md:bg-surface md:p-5 md:shadow-soft">
            <CreateKineForm hasMails={hasMails} onCreated={setCreated} />
          </section>
        </>
      )}
    </div>
  );
}
