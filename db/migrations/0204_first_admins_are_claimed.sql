-- The operator chose the first admin's address. Their account begins with a role that nobody gave; others begin with a sign-up or an admin.
update auth.users u set claimed_at = now()
  where u.claimed_at is null
    and exists (select from auth.audit_events e where e.subject = u.audit_id and e.event = 'role_assigned' and e.actor is null)
    and not exists (select from auth.audit_events e where e.subject = u.audit_id
      and e.event in ('signed_up', 'account_created_by_admin', 'email_changed'));
