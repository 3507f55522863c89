-- When who was invited was invited last; of anybody else it says nothing. Invitations of before have their whole time from now on.
alter table auth.users add column invited_at timestamp with time zone default now() not null;
