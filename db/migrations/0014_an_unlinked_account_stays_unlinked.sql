-- Whoever has taken an account elsewhere off their own links others by hand only: one with their address would come back by
-- itself at its next sign-in.
alter table auth.users add column joined_by_address boolean not null default true;
