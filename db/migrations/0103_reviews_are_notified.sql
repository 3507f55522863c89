alter table notifications add constraint notifications_review_id_fkey foreign key (review_id) references reviews on delete cascade;

create function reviews_are_notified() returns trigger
  language plpgsql as $$
begin
  perform notify_person(new.kine_id, 'review_received', new.case_id, null, new.id);
  return null;
end $$;
create trigger reviews_are_notified after insert on reviews
  for each row when (new.kine_id is not null and new.hidden_at is null) execute function reviews_are_notified();
