import { NavLink } from "react-router";

const LISTS = [
  { label: "Disponibles", path: "/dashboard/kine/cases" },
  { label: "Mías", path: "/dashboard/kine/matches" },
];

/** The title of a list of cases, and beside it the two lists: those on offer, and those that the specialist applied to. */
export function CasesHead({ title }: { title: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6">
      <h1 className="mb-3 text-3xl md:mb-4">{title}</h1>
      <CasesNav />
    </div>
  );
}

function CasesNav() {
  return (
    <nav aria-label="Listas de casos" className="mb-2 flex w-full gap-1 rounded-card bg-sunken p-1 sm:w-fit md:mb-5">
      {LISTS.map(({ label, path }) => (
        <NavLink
          key={path}
          to={path}
          className="flex min-h-11 grow items-center justify-center rounded-lg px-5 py-2 font-semibold text-muted
            hover:text-primary aria-[current=page]:bg-surface aria-[current=page]:text-primary
            aria-[current=page]:shadow-soft"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
