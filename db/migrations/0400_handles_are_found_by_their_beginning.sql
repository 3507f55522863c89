-- A short address that leads to nobody offers those that begin as it does.
create index handles_beginning_idx on handles (left(handle, 3)) where left_at is null;
