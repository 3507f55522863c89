/** The breadcrumbs from the directory's first page; the last crumb is the page itself. */
export function Crumbs({ crumbs }: { crumbs: readonly { name: string; path: string }[] }) {
  if (crumbs.length < 2) return null;
  return (
    <nav aria-label="Dónde estás" className="text-sm text-muted">
      <ol className="flex flex-wrap items-center gap-x-2">
        {crumbs.map(({ name, path }, index) => (
          <li key={path} className="flex items-center gap-2">
            {index > 0 && <span aria-hidden="true">/</span>}
            {index < crumbs.length - 1 ? (
              <a
                href={path}
                className="inline-flex min-h-11 items-center underline-offset-4 hover:text-primary hover:underline"
              >
                {name}
              </a>
            ) : (
              <span aria-current="page" className="text-ink">
                {name}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
