-- Each statement alone
drop index concurrently if exists booking_claims_begin_idx;
create index concurrently booking_claims_begin_idx on booking_claims (lower(span));
