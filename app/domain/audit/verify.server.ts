import { createHash } from "node:crypto";
import { sql } from "kysely";
import { hashOfReason } from "../../auth/core/audit.server.ts";
import type { Database } from "../../platform/database/database.server.ts";

type Link = {
  seq: string;
  event_id: string;
  hash: string;
  is_aged: boolean;
  is_there: boolean;
  parts: string | null;
  reason: string | null;
  salt: string | null;
  reason_sha256: string | null;
};
export type Verdict = { checked: number; broken: string[]; head: { seq: string; hash: string } };

const PAGE = 2000;

/**
 * Verifies the hash chain of the audit log by recomputing each hash: `broken` lists every invalid link. For events old enough to have been
 * removed, only the stored link hash is used.
 */
export async function verifyAudit(db: Database, expected?: { seq: string; hash: string }): Promise<Verdict> {
  const head = await db.selectFrom("auth.audit_head").select(["seq", "hash"]).executeTakeFirstOrThrow();
  const verdict: Verdict = { checked: 0, broken: [], head };
  let before: { seq: bigint; hash: string } | null = null;
  for (;;) {
    const links = await linksAfter(db, before?.seq ?? -1n, head.seq);
    for (const link of links) {
      verdict.checked += 1;
      verdict.broken.push(...problemsOf(link, before));
      if (expected?.seq === link.seq && expected.hash !== link.hash)
        verdict.broken.push(`link ${link.seq} is not the one that was noted`);
      before = { seq: BigInt(link.seq), hash: link.hash };
    }
    if (links.length < PAGE) break;
  }
  if (String(before?.seq ?? 0n) !== head.seq || (before && before.hash !== head.hash)) {
    verdict.broken.push(`the head says ${head.seq}, the last link is ${before?.seq ?? 0n}`);
  }
  if (expected && BigInt(expected.seq) > BigInt(head.seq))
    verdict.broken.push(`link ${expected.seq}, which was noted, is missing`);
  const { rows } = await sql<{ id: string }>`select e.id::text from auth.audit_events e
    where not exists (select from auth.audit_chain c where c.event_id = e.id) order by e.id limit 100`.execute(db);
  verdict.broken.push(...rows.map(({ id }) => `event ${id} has no link`));
  return verdict;
}

function problemsOf(link: Link, before: { seq: bigint; hash: string } | null): string[] {
  const problems: string[] = [];
  const previous = before ?? (link.seq === "1" ? { seq: 0n, hash: "0".repeat(64) } : null);
  if (!previous && !link.is_aged) problems.push(`the chain begins at link ${link.seq}`);
  if (previous && BigInt(link.seq) !== previous.seq + 1n)
    problems.push(`between link ${previous.seq} and ${link.seq} some are missing`);
  if (!link.is_there && !link.is_aged) problems.push(`event ${link.event_id} of link ${link.seq} is missing`);
  if (link.is_there && previous) {
    const due = createHash("sha256").update(`${link.seq}\n${previous.hash}\n${link.parts}`).digest("hex");
    if (due !== link.hash) problems.push(`event ${link.event_id} or link ${link.seq} was changed`);
  }
  if (link.salt !== null && hashOfReason(link.salt, link.reason ?? "") !== link.reason_sha256) {
    problems.push(`the reason of event ${link.event_id} was changed`);
  }
  return problems;
}

// The event's parts as the database hashed them, computed in SQL here: the database's own functions may have been tampered with.
async function linksAfter(db: Database, seq: bigint, upTo: string): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select c.seq::text, c.event_id::text, c.hash, c.at < now() - interval '400 days' as is_aged, e.id is not null as is_there,
      concat_ws(E'\n', e.id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), e.event,
        coalesce(e.subject::text, ''), coalesce(e.actor::text, ''), coalesce(e.session_id::text, ''),
        coalesce(e.network::text, ''), coalesce(e.device, ''), coalesce(e.reason_sha256, '')) as parts,
      r.reason, r.salt, e.reason_sha256
    from auth.audit_chain c left join auth.audit_events e on e.id = c.event_id left join auth.audit_reasons r on r.event_id = e.id
    where c.seq > ${String(seq)}::bigint and c.seq <= ${upTo}::bigint order by c.seq limit ${PAGE}`.execute(db);
  return rows;
}
