alter table push_subscriptions add constraint push_subscriptions_user_id_fkey foreign key (user_id) references profiles on delete cascade;
