alter table seat_queue add constraint seat_queue_kine_id_fkey foreign key (kine_id) references profiles on delete cascade;
