-- Who was invited and has yet to accept the terms is not public until then. A node of the version before leaves the question whether they want to be.
update profiles p set publish_asked_at = now() from auth.users u where u.id = p.id and u.terms_due and p.publish_asked_at is null;
