import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { queries } from "../../client/api.ts";
import { Card } from "../../ui/card.tsx";
import { Icon } from "../../ui/icons.tsx";

const PROFILE = "/dashboard/kine/profile";

/** What a new specialist fills in first, each with the page of the profile that has it; renders nothing once all are done. */
export function FirstSteps() {
  const profile = useQuery(queries.profiles.mine.queryOptions()).data;
  const hours = useQuery(queries.availabilities.mine.queryOptions()).data;
  const coverages = useQuery(queries.coverages.mine.queryOptions()).data;
  const prices = useQuery(queries.prices.mine.queryOptions()).data;
  if (!profile || !hours || !coverages || !prices) return null;
  const steps = [
    { name: "Tu foto", path: PROFILE, isDone: profile.photo_url !== null },
    { name: "Tus horarios", path: `${PROFILE}?parte=horarios`, isDone: hours.length > 0 },
    { name: "Tus coberturas", path: `${PROFILE}?parte=coberturas`, isDone: coverages.coverages.length > 0 },
    { name: "Tu precio", path: `${PROFILE}?parte=precios`, isDone: prices.length > 0 },
  ];
  if (steps.every(({ isDone }) => isDone)) return null;
  const isNew = steps.every(({ isDone }) => !isDone);
  return (
    <Card as="section">
      <h2 className="mb-1 text-xl">{isNew ? `¡Hola, ${profile.name}!` : "Te falta poco"}</h2>
      <p className="mb-4 text-muted">
        {isNew && "Te damos la bienvenida. "}Con estos cuatro datos los pacientes te encuentran y tus propuestas se
        completan solas.
      </p>
      <ol className="flex flex-col gap-2">
        {steps.map(({ name, path, isDone }) => (
          <li key={name}>
            <Link
              to={path}
              className="flex min-h-11 items-center gap-3 rounded-card border border-line px-4 py-2 font-semibold
                hover:border-primary"
            >
              <Icon
                name={isDone ? "circleCheck" : "plus"}
                className={`size-5 ${isDone ? "text-success" : "text-primary"}`}
              />
              {name}
              <span className="ml-auto text-sm font-normal text-muted">{isDone ? "Listo" : "Cargar"}</span>
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  );
}
