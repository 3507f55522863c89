-- Reports by people are listed before those that the program makes, and reviews by their state.
create index reports_open_of_people_idx on reports (id) where decided_at is null and (reporter_id is not null or acted_at is not null);
create index reports_open_of_program_idx on reports (id) where decided_at is null and reporter_id is null and acted_at is null;
create index reviews_waiting_idx on reviews (id) where is_waiting;
create index reviews_taken_down_idx on reviews (id) where hidden_at is not null and not is_waiting;
