import type { DirectoryPage } from "../../../domain/directory/page.server.ts";
import { buttonLook } from "../../../ui/button-look.ts";

/** The pager of a list: links, which search engines may follow, or form buttons in a list with filters or with what was typed. */
export function Pager({ page }: { page: DirectoryPage }) {
  const { page: current, pages } = page;
  if (pages < 2) return null;
  return (
    <nav aria-label="Páginas" className="mt-6 flex flex-wrap items-center justify-between gap-3">
      {current > 1 ? <Step page={page} to={current - 1} label="Anterior" /> : <span />}
      <p className="text-sm text-muted">
        Página {current} de {pages}
      </p>
      {current < pages ? <Step page={page} to={current + 1} label="Siguiente" /> : <span />}
    </nav>
  );
}

function Step({ page: { path, asked }, to, label }: { page: DirectoryPage; to: number; label: string }) {
  const look = buttonLook("secondary", "normal");
  if (asked.length === 0)
    return (
      <a href={to === 1 ? path : `${path}?pagina=${to}`} rel={label === "Siguiente" ? "next" : "prev"} className={look}>
        {label}
      </a>
    );
  return (
    <form method="get" action={path}>
      {[...asked, ...(to > 1 ? [{ name: "pagina", value: String(to) }] : [])].map(({ name, value }) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={look}>
        {label}
      </button>
    </form>
  );
}
