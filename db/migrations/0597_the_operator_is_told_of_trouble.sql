alter table outgoing_messages validate constraint outgoing_messages_provider_class;
alter table outgoing_messages validate constraint outgoing_messages_fail_code;
alter table outgoing_messages validate constraint outgoing_messages_bounce;

-- What is wrong with the installation, a row a kind: since when, until when, and when admins were last told. `count` is how much of it
-- there is: hours, jobs or mails. Of this installation and not of its data.
create table operator_alarms (
  kind text primary key check (kind ~ '^[a-z][a-z_]{2,39}$'),
  count int not null check (count > 0),
  raised_at timestamptz not null,
  ended_at timestamptz
);
