alter table chores drop constraint chores_name_check;
alter table chores add constraint chores_name_check check (name in ('retention', 'backup', 'backup_verified', 'weekly', 'kine_pulse', 'directory'));
