import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { queries } from "../../client/api.ts";
import { Card } from "../../ui/card.tsx";
import { Icon } from "../../ui/icons.tsx";

type FirstStep = { name: string; lack: string; path: string };
const WELCOME =
  "Te damos la bienvenida. Los pacientes ven estos cuatro datos en tu perfil; con horarios, coberturas y precio se completan tus propuestas.";
const PROFILE = "/dashboard/kine/profile";

/** The facts without which patients do not find a specialist; null until they are known. */
export function useFirstSteps() {
  const profile = useQuery(queries.profiles.mine.queryOptions()).data;
  const hours = useQuery(queries.availabilities.mine.queryOptions()).data;
  const coverages = useQuery(queries.coverages.mine.queryOptions()).data;
  const prices = useQuery(queries.prices.mine.queryOptions()).data;
  if (!profile || !hours || !coverages || !prices) return null;
  return [
    {
      name: "Tu foto",
      lack: "Falta tu foto: los pacientes la ven en tu perfil",
      path: PROFILE,
      isDone: profile.photo_url !== null,
    },
    {
      name: "Tus horarios",
      lack: "Faltan tus horarios: los pacientes los ven en tu perfil",
      path: `${PROFILE}?parte=horarios`,
      isDone: hours.length > 0,
    },
    {
      name: "Tus coberturas",
      lack: "Faltan tus coberturas: los pacientes las ven en tu perfil",
      path: `${PROFILE}?parte=coberturas`,
      isDone: coverages.coverages.length > 0,
    },
    {
      name: "Tu precio",
      lack: "Falta tu precio: los pacientes lo ven en tu perfil",
      path: `${PROFILE}?parte=precios`,
      isDone: prices.length > 0,
    },
  ];
}

/** What a specialist still fills in, each with the page of the profile that has it; a new one is welcomed, to the others it is a row. */
export function FirstSteps({ missing, isNew }: { missing: readonly FirstStep[]; isNew: boolean }) {
  const profile = useQuery(queries.profiles.mine.queryOptions()).data;
  const steps = (
    <ol className="flex flex-col gap-2">
      {missing.map(({ name, lack, path }) => (
        <li key={name}>
          <Link
            to={path}
            className={`flex items-center gap-3 rounded-card border border-line px-4 py-2 hover:border-primary
              ${isNew ? "min-h-11 font-semibold" : "min-h-14 bg-surface"}`}
          >
            <Icon name="plus" className="size-5 text-primary" />
            {isNew ? name : lack}
            {isNew && <span className="ml-auto shrink-0 text-sm font-normal text-muted">Cargar</span>}
          </Link>
        </li>
      ))}
    </ol>
  );
  if (!isNew)
    return (
      <section>
        <h2 className="mb-3 text-xl">Te falta poco</h2>
        {steps}
      </section>
    );
  return (
    <Card as="section">
      <h2 className="mb-1 text-xl">¡Hola, {profile?.name}!</h2>
      <p className="mb-4 text-muted">{WELCOME}</p>
      {steps}
    </Card>
  );
}
