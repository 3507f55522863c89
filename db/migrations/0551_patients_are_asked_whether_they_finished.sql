-- After 30 days without sessions a patient is asked once, by a signed link, whether the treatment is over.
alter table case_levels add column finished_asked_at timestamptz, add column finished_answered_at timestamptz,
  add constraint case_levels_finished_when_asked check (finished_answered_at is null or finished_asked_at is not null) not valid;
