alter table notifications add constraint notifications_user_id_fkey foreign key (user_id) references profiles on delete cascade;
alter table notification_settings add constraint notification_settings_user_id_fkey foreign key (user_id) references profiles on delete cascade;
alter table notification_hours add constraint notification_hours_user_id_fkey foreign key (user_id) references profiles on delete cascade;
