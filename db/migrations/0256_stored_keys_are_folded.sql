-- Rows whose words were not found, or had another key. Triggers would publish changes that nobody made.
alter table cases disable trigger user;
update cases set title = title where strip(search) is distinct from search_words(title);
alter table cases enable trigger user;

alter table profiles disable trigger user;
update profiles set name = name
  where strip(search) is distinct from search_words(name || ' ' || email || ' ' || coalesce(phone_words(phone), ''));
alter table profiles enable trigger user;

update user_roles r set name_key = text_key(p.name) from profiles p
  where p.id = r.user_id and r.name_key is distinct from text_key(p.name);

delete from vocabulary_names n
  where n.key <> text_key(n.key) and exists (select from vocabulary_names o where o.kind = n.kind and o.key = text_key(n.key) and o.key <> n.key);
update vocabulary_names set key = text_key(key) where key <> text_key(key);

-- A coverage that passed as another one gets a name of its own; an admin merges the two.
update coverages c set short = left(c.short, 28) || ' (' || c.id || ')'
  where c.merged_into is null
    and exists (select from coverages o where o.merged_into is null and o.id < c.id and coverage_key(o.short) = coverage_key(c.short));
