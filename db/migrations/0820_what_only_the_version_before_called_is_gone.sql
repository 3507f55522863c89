drop function inherit_stars(uuid, jsonb);
alter table departure_keys drop column passes_stars;
alter table spent_budgets drop column left_at;
