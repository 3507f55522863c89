import { Readable } from "node:stream";
import { z } from "zod";
import { provenAdmin, requireRole } from "../../api/guards.server.ts";
import { whileAllowed } from "../../api/judge-again.server.ts";
import type { Services } from "../../api/services.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import { recordEvent } from "../../auth/core/audit.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { signLink } from "../../platform/signed-links.server.ts";
import { csvLine } from "./csv.ts";
import { cellText, LIST_FILES, LIST_NAMES } from "./list-files.server.ts";

/** The most rows of a file; a longer list is downloaded in parts, by its filters. */
const MOST_ROWS = 100_000;

const ListRequest = z.object({
  list: z.enum(LIST_NAMES),
  /** What the list on the screen shows: its search and its filter. */
  filter: z.record(z.string().max(40), z.union([z.string().max(254), z.number(), z.null()])).default({}),
});
type ListRequest = z.output<typeof ListRequest>;

/** Creates a link to a list as CSV, valid for five minutes in this session. Records the export with the list's name and filter. */
export const csv = provenAdmin
  .meta({
    summary: "Returns a link to a list as CSV.",
    refuses: ["BAD_INPUT"],
    writes: { unkeyed: "a link is a secret of five minutes" },
  })
  .input(
    ListRequest.superRefine(({ list, filter }, context) => {
      const { error } = LIST_FILES[list].Asked.safeParse(filter);
      if (error) context.addIssue({ code: "custom", message: "El filtro no es de esta lista", path: ["filter"] });
    }),
  )
  .output(z.strictObject({ url: z.string() }))
  .handler(async ({ input, context: { db, viewer, services } }) => {
    const { name } = LIST_FILES[input.list];
    const reason = scopeOf(input);
    await db
      .transaction()
      .execute((tx) =>
        recordEvent(tx, { event: "list_exported", user_id: viewer.id, session_id: viewer.session_id, reason }),
      );
    const encoded = Buffer.from(JSON.stringify(input)).toString("base64url");
    const path = `/files/lists/${encoded}/${name}.csv`;
    return { url: signLink(services.settings.secret, path, viewer.session_id ?? "", services.clock.now()) };
  });

/** The file's name and its filter, for the audit. A search may name a person who leaves later, so only its presence is recorded. */
function scopeOf({ list, filter }: ListRequest): string {
  const { name, Asked: Filter } = LIST_FILES[list];
  const given = Object.entries(Filter.parse(filter)).filter(([, value]) => value !== null && value !== "");
  return [name, ...given.map(([key, value]) => (key === "search" ? "con búsqueda" : `${key}: ${value}`))].join(", ");
}

/** The CSV lines of a link, while its admin is one. Throws as `requireRole` for anyone but an admin. */
export async function openListCsv(
  { db }: Services,
  viewer: Viewer,
  encoded: string,
): Promise<ReadableStream<Uint8Array>> {
  requireRole(viewer, "admin");
  const { list, filter } = ListRequest.parse(JSON.parse(Buffer.from(encoded, "base64url").toString()));
  const lines = whileAllowed(db, viewer, linesOf(db, { list, filter }), "admin");
  return Readable.toWeb(Readable.from(lines)) as ReadableStream<Uint8Array>;
}

/** Reads one page at a time, as fast as the client consumes the file. */
async function* linesOf(db: Database, { list, filter }: ListRequest) {
  const {
    Asked: Filter,
    columns,
    read,
  } = LIST_FILES[list] as unknown as {
    Asked: z.ZodType<object>;
    columns: string[];
    read: (typeof LIST_FILES)["users"]["read"];
  };
  const given = Filter.parse(filter) as Parameters<typeof read>[1];
  yield Buffer.from(`\uFEFF${csvLine(columns)}`);
  let rows = 0;
  for (let after: string | null = null; rows < MOST_ROWS;) {
    const page = await read(db, given, after);
    yield Buffer.from(page.items.map((row) => csvLine(columns.map((column) => cellText(row[column])))).join(""));
    rows += page.items.length;
    if (page.next === null) return;
    after = page.next;
  }
}
