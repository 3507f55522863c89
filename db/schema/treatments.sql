-- What an accepted application came to: how many sessions are planned, what the coverage authorised, and its end.
-- Administrative facts alone: nobody writes about care here.
create type treatment_end as enum ('completed', 'well', 'someone_else', 'cost', 'other');

create table authorisations (
  id uuid default uuid_v7() not null,
  match_id uuid not null,
  coverage_id integer not null,
  number text,
  sessions smallint not null,
  valid_from date not null,
  valid_until date not null,
  stated_by booking_side not null,
  told_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint authorisations_pkey PRIMARY KEY (id),
  constraint authorisations_days CHECK (valid_until >= valid_from AND valid_until < (valid_from + 1000)),
  constraint authorisations_number CHECK (number ~ '^[A-Za-z0-9 ./-]{1,40}$'::text),
  constraint authorisations_sessions CHECK (sessions >= 1 AND sessions <= 100),
  constraint authorisations_coverage_id_fkey FOREIGN KEY (coverage_id) REFERENCES coverages(id),
  constraint authorisations_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id) ON DELETE CASCADE
);

CREATE INDEX authorisations_coverage_id_idx ON authorisations USING btree (coverage_id);
CREATE INDEX authorisations_match_id_idx ON authorisations USING btree (match_id, valid_from);

CREATE OR REPLACE FUNCTION public.authorisations_keep_their_course() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  <<kine_coverages_are_in_use>>
  declare
    retired timestamptz;
  begin
    -- The lock keeps a coverage from being retired or merged meanwhile.
    select retired_at into retired from coverages where id = new.coverage_id for share;
    if retired is not null then
      perform refuse('coverages_in_use', 'a retired coverage is not stated');
    end if;
  end kine_coverages_are_in_use;
  <<authorisations_never_overlap>>
  begin
    perform pg_advisory_xact_lock(hashtextextended('authorisation ' || new.match_id, 0));
    if exists (select from treatments where match_id = new.match_id and ended_at is not null) then
      perform refuse('treatments_end_once', 'the treatment is over');
    end if;
    if exists (select from authorisations where match_id = new.match_id and id <> new.id
      and valid_from <= new.valid_until and valid_until >= new.valid_from) then
      perform refuse('authorisations_never_overlap', 'these days have an authorisation');
    end if;
    if (select count(*) from authorisations where match_id = new.match_id) >= 40 then
      perform refuse('authorisations_at_most_40', 'a treatment has at most 40 authorisations');
    end if;
  end authorisations_never_overlap;
  return new;
end $function$;

CREATE TRIGGER authorisations_keep_their_course BEFORE INSERT ON authorisations FOR EACH ROW EXECUTE FUNCTION authorisations_keep_their_course();

-- planned: what the specialist proposed last, which counts once the patient accepted it as they saw it.
create table treatments (
  match_id uuid not null,
  planned smallint,
  proposed_at timestamp with time zone,
  accepted_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by booking_side,
  end_reason treatment_end,
  constraint treatments_pkey PRIMARY KEY (match_id),
  constraint treatments_end_for_a_reason CHECK (num_nonnulls(ended_at, ended_by, end_reason) = ANY (ARRAY[0, 3])),
  constraint treatments_plan_a_number CHECK ((planned IS NULL) = (proposed_at IS NULL)),
  constraint treatments_planned CHECK (planned >= 1 AND planned <= 100),
  constraint treatments_proposed_before_accepted CHECK (accepted_at IS NULL OR proposed_at IS NOT NULL),
  constraint treatments_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id) ON DELETE CASCADE
);

CREATE OR REPLACE FUNCTION public.treatments_keep_their_course() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if old.ended_at is not null then
    perform refuse('treatments_end_once', 'the treatment is over');
  end if;
  return new;
end $function$;

CREATE TRIGGER treatments_keep_their_course BEFORE UPDATE ON treatments FOR EACH ROW EXECUTE FUNCTION treatments_keep_their_course();
