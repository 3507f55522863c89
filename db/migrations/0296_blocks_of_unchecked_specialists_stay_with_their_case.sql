-- A specialist's block of a person acts where they know who the patient is: they were accepted there, or the name is shown to them, for which
-- their licence's check must stand. Otherwise the cases that vanish would say whose they are.
create or replace view blocked_cases as
  select c.id as case_id, b.blocked_id as kine_id, b.id as block_id, b.blocker_id from blocks b join cases c on c.patient_id = b.blocker_id
  union all
  select c.id, b.blocker_id, b.id, b.blocker_id from blocks b join cases c on c.patient_id = b.blocked_id
    where b.case_id = c.id or (b.case_id is null and (
      c.identity_access = 'verified' and exists (select from profiles k where k.id = b.blocker_id and is_licence_current(k.license_checked_at))
      or exists (select from matches m where m.case_id = c.id and m.kine_id = b.blocker_id and m.status = 'accepted')));
