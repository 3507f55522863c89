-- Whoever shares a phone or a domain with a request is named from the suspended on.
create index profiles_suspended_idx on profiles (id) where suspended_at is not null;
