import type { DirectoryPage } from "../../../domain/directory/page.server.ts";

type Lists = DirectoryPage["links"];

/** Links to related pages of the directory, each with the number of its specialists. */
export function PageLinks({ lists }: { lists: Lists }) {
  return lists.map(({ title, links }) => (
    <nav key={title} aria-label={title} className="border-t border-line pt-6">
      <h2 className="mb-3 text-xl">{title}</h2>
      <ul className="flex flex-wrap gap-2">
        {links.map(({ name, path, count }) => (
          <li key={path}>
            <a
              href={path}
              className="inline-flex min-h-11 items-center gap-2 rounded-full border border-control bg-surface px-4 py-1.5
                hover:border-primary hover:bg-primary-soft hover:text-primary"
            >
              {name}
              <span className="text-sm text-muted tabular-nums">{count}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  ));
}
