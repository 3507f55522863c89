import type pg from "pg";

/** Deletes, in the caller's transaction, all that an earlier run brought. The caller has quieted the triggers. */
export async function removeEarlier(client: pg.Client): Promise<void> {
  const moved = (kind: string) => `select new_id from moved_rows where kind = '${kind}' and not is_merged`;
  await client.query(`delete from reviews where id in (${moved("review")})`);
  await client.query(`delete from cases where id in (${moved("case")})`);
  // Of accounts that were here before.
  for (const [kind, table] of [
    ["application", "kine_applications"],
    ["availability", "availabilities"],
  ] as const)
    await client.query(`delete from ${table} where id in (${moved(kind)})`);
  await client.query(`delete from auth.users where id in (${moved("user")})`);
  await client.query("delete from moved_rows");
}

/**
 * What follows from the rows together: contacts of closed cases, the names under reviews and which of two counts, the totals. Open cases older than
 * the operator's `dormant_days` sleep, and with `ask` all, until their patients consent; the clocks of the others, of waiting applications and of waiting requests begin a week later, over a day.
 */
export async function settleRows(client: pg.Client, consent: "keep" | "ask"): Promise<void> {
  const moved = (kind: string, id: string) =>
    `exists (select from moved_rows r where r.kind = '${kind}' and r.new_id = ${id})`;
  await client.query(`insert into agreed_contacts (match_id, patient_name, patient_phone, patient_city, kine_phone, kine_email)
    select m.id, o.name, o.phone, o.location_city, k.phone, k.email from matches m join cases c on c.id = m.case_id
      join profiles o on o.id = c.patient_id join profiles k on k.id = m.kine_id
    where c.status = 'closed' and m.status = 'accepted' and ${moved("match", "m.id")} on conflict do nothing`);
  await client.query(`insert into match_levels (match_id, accepted_at) select m.id, m.decided_at from matches m
    where m.status = 'accepted' and ${moved("match", "m.id")} on conflict do nothing`);
  await client.query(`update reviews r set author_name = public_name(p.name) from profiles p
    where p.id = r.patient_id and r.author_name is null`);
  await client.query(`update reviews set is_replaced = true from (
      select id, row_number() over (partition by patient_id, kine_id order by id desc) as place from reviews
      where hidden_at is null and patient_id is not null and kine_id is not null) r
    where r.id = reviews.id and r.place > 1 and not is_replaced`);
  await client.query(
    `update cases c set dormant_at = date_trunc('day', now()) where c.status = 'open' and ${moved("case", "c.id")}
    and ($1 or c.created_at < now() - make_interval(days => setting_number('dormant_days', 30)::int))`,
    [consent === "ask"],
  );
  for (const [job, kind, table, waits] of [
    ["case_level", "case", "cases", "t.status = 'open' and t.dormant_at is null"],
    [
      "match_level",
      "match",
      "matches",
      "t.status = 'proposed' and exists (select from cases c where c.id = t.case_id and c.status <> 'closed')",
    ],
    ["request_level", "application", "kine_applications", "t.status = 'pending'"],
  ] as const)
    await client.query(`select run_level('${job}', t.id, interval '7 days' + random() * interval '1 day') from ${table} t
      where ${waits} and ${moved(kind, "t.id")}`);
  await client.query("select recount()");
  await client.query("update directory set computed_on = '-infinity'");
  await client.query("update directory_state set is_filled = false");
}

/** The rules of the course that the quiet triggers hold: each must find no row. Their names are for the one line that says which was broken. */
const RULES: Readonly<Record<string, string>> = {
  "a matched case has an accepted application":
    "select from cases c where c.status = 'matched' and not exists (select from matches m where m.case_id = c.id and m.status = 'accepted')",
  "an open case has no accepted application":
    "select from cases c where c.status = 'open' and exists (select from matches m where m.case_id = c.id and m.status = 'accepted')",
  "a closed case has its time": "select from cases where (status = 'closed') <> (closed_at is not null)",
  "a case that sleeps is open": "select from cases where dormant_at is not null and status <> 'open'",
  "nobody applies to their own case":
    "select from matches m join cases c on c.id = m.case_id where c.patient_id = m.kine_id",
  "a decided application has its time": "select from matches where (status = 'proposed') <> (decided_at is null)",
  "a review is of a closed case": "select from reviews r join cases c on c.id = r.case_id where c.status <> 'closed'",
  "a review is of an accepted specialist": `select from reviews r join cases c on c.id = r.case_id where c.patient_id is not null and r.kine_id is not null
    and not exists (select from matches m where m.case_id = r.case_id and m.kine_id = r.kine_id and m.status = 'accepted')`,
  "a review is its case's patient's":
    "select from reviews r join cases c on c.id = r.case_id where r.patient_id is distinct from c.patient_id and r.patient_id is not null",
  "a profile has a role": "select from profiles p where not exists (select from user_roles r where r.user_id = p.id)",
  "patients and admins are not pending":
    "select from profiles p join user_roles r on r.user_id = p.id where r.role <> 'kine' and p.approval_status = 'pending'",
  "a specialist has a request as the profile says": `select from profiles p join moved_rows v on v.kind = 'user' and v.new_id = p.id and not v.is_merged
    join user_roles r on r.user_id = p.id and r.role = 'kine'
    where not exists (select from kine_applications a where a.user_id = p.id and a.status = p.approval_status)`,
  "a moved licence is not verified": `select from licences l join moved_rows v on v.kind = 'user' and v.new_id = l.kine_id and not v.is_merged
    where l.state <> 'declared'`,
  "a profile's licence is declared": `select from profiles p where (p.license_number is not null)
    <> exists (select from licences l where l.kine_id = p.id and l.is_first)`,
  "two specialists do not have one licence": `select from licences a join licences b on a.value_number = b.value_number and a.id < b.id and a.is_first and b.is_first
    where license_key(a.number) = license_key(b.number) and (a.value_kind, a.value_place) is not distinct from (b.value_kind, b.value_place)`,
  "who is suspended has a row that says so": `select from profiles p where (p.suspended_at is not null)
    <> exists (select from suspensions s where s.user_id = p.id and s.restored_at is null)`,
  "there is an admin who is not suspended":
    "select where not exists (select from user_roles r join profiles p on p.id = r.user_id where r.role = 'admin' and p.suspended_at is null)",
};

/** The rules that some row breaks. */
export async function courseProblems(client: pg.Client): Promise<string[]> {
  const broken: string[] = [];
  for (const [rule, query] of Object.entries(RULES)) {
    const { rows } = await client.query<{ count: string }>(`select count(*) as count from (${query}) broken`);
    if (rows[0]?.count !== "0") broken.push(`${rule}: ${rows[0]?.count}`);
  }
  return broken;
}
