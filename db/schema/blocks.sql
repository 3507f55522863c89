-- Who blocked whom: no message, application, acceptance or invitation passes between the two.
create table blocks (
  blocker_id uuid not null,
  blocked_id uuid not null,
  created_at timestamp with time zone default now() not null,
  id uuid default uuid_v7() not null,
  case_id uuid,
  constraint blocks_pkey PRIMARY KEY (id),
  constraint blocks_once UNIQUE NULLS NOT DISTINCT (blocker_id, blocked_id, case_id),
  constraint blocks_of_others CHECK (blocker_id <> blocked_id),
  constraint blocks_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint blocks_blocker_id_fkey FOREIGN KEY (blocker_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint blocks_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE
);

CREATE INDEX blocks_blocked_id_idx ON blocks USING btree (blocked_id);
CREATE INDEX blocks_case_id_idx ON blocks USING btree (case_id) WHERE case_id IS NOT NULL;
CREATE INDEX blocks_of_a_pair ON blocks USING btree (LEAST(blocker_id, blocked_id), GREATEST(blocker_id, blocked_id));

-- What a block notes, and the open screens of the two, which read again what they may see of each other.
CREATE OR REPLACE FUNCTION public.blocks_take_effect() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  <<tombstone_blocks>>
  declare
    state constant text[] := array['blocked', 'unblocked'];
  begin
    if tg_op = 'INSERT' then
      perform note_state('blocked', state, concat_ws(' ', new.blocker_id, new.blocked_id, new.case_id));
    -- With an account its blocks go without a note of their own.
    elsif (select count(*) from profiles where id in (old.blocker_id, old.blocked_id)) = 2 then
      perform note_state('unblocked', state, concat_ws(' ', old.blocker_id, old.blocked_id, old.case_id));
    end if;
  end tombstone_blocks;
  <<publish_blocks>>
  declare
    block blocks := coalesce(new, old);
  begin
    -- Where it acts, as blocked_cases says; a block that is taken back is no row of that view any more.
    perform publish_live_event(m.kine_id::text, 'application', m.case_id), publish_live_event(c.patient_id::text, 'case', m.case_id)
      from matches m join cases c on c.id = m.case_id join profiles k on k.id = m.kine_id
      where (m.kine_id = block.blocked_id and c.patient_id = block.blocker_id and (block.case_id is null or block.case_id = c.id))
        or (m.kine_id = block.blocker_id and c.patient_id = block.blocked_id and (block.case_id = c.id or block.case_id is null
          and (m.status = 'accepted' or c.identity_access = 'verified' and is_licence_current(k.license_checked_at))));
  end publish_blocks;
  if tg_op = 'INSERT' then
    <<blocks_take_alerts_back>>
    begin
      update case_alerts a set voided_at = now() from cases c where c.id = a.case_id
        and c.patient_id = new.blocker_id and a.kine_id = new.blocked_id and (new.case_id is null or new.case_id = c.id);
    end blocks_take_alerts_back;
  end if;
  <<blocks_keep_the_title>>
  declare
    block blocks := coalesce(new, old);
  begin
    update matches m set title_then = case when tg_op = 'INSERT' then coalesce(m.title_then, c.title) end from cases c
      where c.id = m.case_id and m.status <> 'rejected'
        and ((m.kine_id = block.blocker_id and c.patient_id = block.blocked_id) or (m.kine_id = block.blocked_id and c.patient_id = block.blocker_id))
        and (m.title_then is null) = is_case_blocked(m.case_id, m.kine_id);
  end blocks_keep_the_title;
  return null;
end $function$;

CREATE TRIGGER blocks_take_effect AFTER INSERT OR DELETE ON blocks FOR EACH ROW EXECUTE FUNCTION blocks_take_effect();

-- Where a block acts: in which cases, between their patient and which specialist. A specialist's block of a person acts where they know who the
-- patient is: they were accepted there, or the name is shown to them, for which their licence's check must stand. Otherwise the cases that vanish would
-- say whose they are.
create view blocked_cases as
 SELECT c.id AS case_id,
    b.blocked_id AS kine_id,
    b.id AS block_id,
    b.blocker_id
   FROM blocks b
     JOIN cases c ON c.patient_id = b.blocker_id
UNION ALL
 SELECT c.id AS case_id,
    b.blocker_id AS kine_id,
    b.id AS block_id,
    b.blocker_id
   FROM blocks b
     JOIN cases c ON c.patient_id = b.blocked_id
  WHERE b.case_id = c.id OR b.case_id IS NULL AND (c.identity_access = 'verified'::studies_access AND (EXISTS ( SELECT
           FROM profiles k
          WHERE k.id = b.blocker_id AND is_licence_current(k.license_checked_at))) OR (EXISTS ( SELECT
           FROM matches m
          WHERE m.case_id = c.id AND m.kine_id = b.blocker_id AND m.status = 'accepted'::match_status)));

-- Whether one of two people blocked the other as a person.
CREATE OR REPLACE FUNCTION public.are_blocked(_one uuid, _other uuid) RETURNS boolean LANGUAGE sql STABLE RETURN ((EXISTS (SELECT FROM blocks WHERE ((blocks.blocker_id = are_blocked._one) AND (blocks.blocked_id = are_blocked._other) AND (blocks.case_id IS NULL)))) OR (EXISTS (SELECT FROM blocks WHERE ((blocks.blocker_id = are_blocked._other) AND (blocks.blocked_id = are_blocked._one) AND (blocks.case_id IS NULL)))));

CREATE OR REPLACE FUNCTION public.is_case_blocked(_case uuid, _kine uuid) RETURNS boolean LANGUAGE sql STABLE RETURN (EXISTS (SELECT FROM blocked_cases WHERE ((blocked_cases.case_id = is_case_blocked._case) AND (blocked_cases.kine_id = is_case_blocked._kine))));
CREATE OR REPLACE FUNCTION public.is_answerable(_case uuid, _kine uuid) RETURNS boolean LANGUAGE sql STABLE RETURN ((EXISTS (SELECT FROM ((cases c JOIN profiles i ON ((i.id = c.patient_id))) LEFT JOIN places at ON ((at.slug = COALESCE(c.place_slug, CASE WHEN (c.location_city IS NULL) THEN i.place_slug ELSE NULL::text END)))) WHERE ((c.id = is_answerable._case) AND (c.status <> 'closed'::case_status) AND (c.dormant_at IS NULL) AND (i.suspended_at IS NULL) AND (i.health_withdrawn_at IS NULL) AND ('patient'::app_role <> ALL (i.ended_roles)) AND ((at.slug IS NULL) OR (NOT is_left_out(is_answerable._kine, at.jurisdiction, COALESCE(c.preferred_modality, 'online'::modality))))))) AND (NOT is_kine_away(_kine)) AND (NOT is_case_blocked(_case, _kine)) AND has_seat(_case, _kine));
