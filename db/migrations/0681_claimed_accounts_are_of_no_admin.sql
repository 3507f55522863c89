-- An account that its mailbox has claimed ends with no admin who made it, whatever becomes of its claim.
update auth.users set invited_by = null where claimed_at is not null and not terms_due and invited_by is not null;
