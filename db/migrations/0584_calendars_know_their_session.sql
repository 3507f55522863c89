-- session_id: the session that made the address. Its person ends both when they end that session from another. No reference: an address outlives a sign-out.
alter table calendar_feeds add column session_id uuid;
