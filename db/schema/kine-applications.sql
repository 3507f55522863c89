create table kine_applications (
  id uuid default uuid_v7() not null,
  user_id uuid not null,
  profile_id uuid not null,
  status approval_status default 'pending'::approval_status not null,
  created_at timestamp with time zone default now() not null,
  approved_at timestamp with time zone,
  approved_by uuid,
  rejection_reason text,
  license_number text,
  late_told_at timestamp with time zone,
  constraint kine_applications_pkey PRIMARY KEY (id),
  constraint kine_applications_decided CHECK ((status = 'pending'::approval_status) = (approved_at IS NULL)),
  constraint kine_applications_reason_of_rejection CHECK (rejection_reason IS NULL OR status = 'rejected'::approval_status),
  constraint kine_applications_rejection_reason_check CHECK (char_length(btrim(rejection_reason)) >= 1 AND char_length(btrim(rejection_reason)) <= 500),
  constraint kine_applications_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint kine_applications_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint kine_applications_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);
comment on column kine_applications.approved_at is 'when it was decided, either way';
comment on column kine_applications.license_number is 'of a rejected request: the licence that its profile held';

CREATE INDEX kine_applications_approved_by_idx ON kine_applications USING btree (approved_by);
CREATE INDEX kine_applications_decided_idx ON kine_applications USING btree (id DESC) WHERE status <> 'pending'::approval_status;
CREATE INDEX kine_applications_keys_idx ON kine_applications USING gin (licence_keys(license_number)) WHERE status <> 'approved'::approval_status AND license_number IS NOT NULL;
CREATE INDEX kine_applications_newest_idx ON kine_applications USING btree (id DESC);
CREATE INDEX kine_applications_pending_idx ON kine_applications USING btree (id DESC) WHERE status = 'pending'::approval_status;
CREATE UNIQUE INDEX kine_applications_pending_key ON kine_applications USING btree (user_id) WHERE approved_at IS NULL;
CREATE INDEX kine_applications_profile_id_idx ON kine_applications USING btree (profile_id);
CREATE INDEX kine_applications_user_id_idx ON kine_applications USING btree (user_id);
CREATE TRIGGER requests_hold_licences BEFORE INSERT OR UPDATE OF license_number ON kine_applications FOR EACH ROW WHEN (new.status = 'pending'::approval_status) EXECUTE FUNCTION requests_hold_licences();

CREATE OR REPLACE FUNCTION public.approve_kine_application(_application_id uuid, _approved boolean, _rejection_reason text DEFAULT NULL::text) RETURNS void LANGUAGE plpgsql AS $function$
declare
  decision approval_status := case when _approved then 'approved' else 'rejected' end;
  application kine_applications;
begin
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin decides applications');
  end if;
  select * into application from kine_applications where id = _application_id and status = 'pending' for update;
  if application.id is null then
    perform refuse('applications_decided_once', 'the application does not exist or is decided already');
  end if;
  update kine_applications
    set status = decision, approved_at = now(), approved_by = viewer_id(),
      rejection_reason = case when _approved then null else nullif(btrim(_rejection_reason), '') end,
      license_number = case when not _approved then license_number end
    where id = _application_id;
  -- Refused where somebody else has the licence.
  update profiles
    set approval_status = decision,
      license_number = coalesce(license_number, case when _approved then application.license_number end)
    where id = application.profile_id;
end $function$;

CREATE OR REPLACE FUNCTION public.listed_since(_kine uuid, _checked_at timestamp with time zone) RETURNS timestamp with time zone LANGUAGE sql STABLE RETURN COALESCE(_checked_at, (SELECT a.approved_at FROM (kine_applications a JOIN licences l ON (((l.kine_id = a.profile_id) AND l.is_first AND (l.state = 'declared'::text) AND (l.declared_at <= a.approved_at)))) WHERE ((a.profile_id = listed_since._kine) AND (a.status = 'approved'::approval_status)) ORDER BY a.approved_at DESC LIMIT 1));
