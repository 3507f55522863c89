-- Objects of the storage that no case names any more, until they are removed. They are noted in the transaction that
-- takes their names away, so that a process that dies before removing them leaves the note.
create table dropped_studies (
  path text not null,
  dropped_at timestamp with time zone default now() not null,
  constraint dropped_studies_pkey PRIMARY KEY (path)
);

-- Each time that somebody other than its patient was sent a study.
create table study_views (
  id uuid default uuid_v7() not null,
  case_id uuid not null,
  path text not null,
  viewer_id uuid,
  viewed_at timestamp with time zone default now() not null,
  constraint study_views_pkey PRIMARY KEY (id),
  constraint study_views_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  constraint study_views_viewer_id_fkey FOREIGN KEY (viewer_id) REFERENCES profiles(id) ON DELETE SET NULL
);

CREATE INDEX study_views_case_id_idx ON study_views USING btree (case_id, id DESC);
CREATE INDEX study_views_viewer_id_idx ON study_views USING btree (viewer_id);

CREATE OR REPLACE FUNCTION public.study_views_stay() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  -- They go with their case or its patient, and lose the name of a viewer whose account is deleted.
  if tg_op = 'UPDATE' and new.viewer_id is null and not exists (select from profiles where id = old.viewer_id)
    and (new.id, new.case_id, new.path, new.viewed_at) = (old.id, old.case_id, old.path, old.viewed_at) then
    return new;
  end if;
  if tg_op = 'DELETE' and not exists (select from cases c where c.id = old.case_id and not is_leaving(c.patient_id)) then
    return old;
  end if;
  perform refuse('study_views_stay', 'who opened a study stays as it was written');
  return null;
end $function$;

CREATE TRIGGER study_views_stay BEFORE DELETE OR UPDATE ON study_views FOR EACH ROW EXECUTE FUNCTION study_views_stay();
