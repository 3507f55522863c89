-- A request names those who share its phone or its domain, the suspended first.
create index profiles_suspended_idx on profiles (id) where suspended_at is not null;
