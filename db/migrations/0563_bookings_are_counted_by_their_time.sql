-- Each statement alone
create index concurrently if not exists bookings_starts_at_idx on bookings (starts_at);
