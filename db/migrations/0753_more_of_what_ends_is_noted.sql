-- What ended after a backup and would come back with it: measures that their patient deleted, relations, closings, narrower reading, phones out of the list, checks, and what admins hid.
alter table deletions drop constraint deletions_kind;
alter table deletions add constraint deletions_kind check (kind = any (array['account', 'case', 'study', 'evidence', 'withdrawal', 'review', 'password', 'recovery_codes',
  'passkey', 'factor', 'identity', 'calendar', 'measure', 'suspended', 'restored', 'patient_at_most', 'kine_at_most', 'admin_at_most', 'mails_off', 'mails_on', 'blocked',
  'unblocked', 'reading_hidden', 'reading_shown', 'application', 'ended', 'closed', 'reading_narrowed', 'reading_widened', 'phone_hidden', 'phone_listed',
  'licence_down', 'licence_verified', 'review_hidden', 'review_shown', 'reply_hidden', 'reply_shown'])) not valid;
alter table deletions validate constraint deletions_kind;
