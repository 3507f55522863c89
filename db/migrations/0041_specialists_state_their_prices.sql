-- What a session costs, by modality and with its date. The profile's `price_range` follows it.

create table kine_prices (
  kine_id uuid not null references profiles on delete cascade,
  modality modality not null,
  session integer not null check (session between 1 and 1000000000),
  first integer check (first between 1 and 1000000000),
  ten integer check (ten between 1 and 1000000000),
  confirmed_at timestamptz not null default now(),
  primary key (kine_id, modality)
);
comment on column kine_prices.session is 'in whole pesos, as are the first one and ten of them';
create trigger practice_facts_of_kines before insert or update on kine_prices
  for each row execute function practice_facts_of_kines();

-- The range of the sign-up that a session's price lies in; an upper bound belongs to its range. app/domain/prices/price.ts
-- has the same rule.
create function price_range_of(_session integer) returns text
  language sql immutable parallel safe
  return case
    when _session < 15000 then 'Menos de $15.000'
    when _session <= 25000 then '$15.000 - $25.000'
    when _session <= 35000 then '$25.000 - $35.000'
    when _session <= 50000 then '$35.000 - $50.000'
    else '$50.000+' end;

-- A price raised by some percent, rounded to hundreds and never below what it was; app/domain/prices/price.ts has the same rule.
create function raised_price(_price integer, _raise integer) returns integer
  language sql immutable parallel safe
  return case when _raise = 0 then _price
    else greatest(_price, least(round(_price::numeric * (100 + _raise) / 100 / 100) * 100, 1000000000)::integer) end;

-- The range of a specialist's cheapest session; null without prices.
create function stated_price_range(_kine uuid) returns text
  language sql stable
  return (select price_range_of(min(session)) from kine_prices where kine_id = _kine having count(*) > 0);

-- At the commit, so that several prices saved at once change the profile once.
create function prices_set_the_range() returns trigger
  language plpgsql as $$
declare
  kine uuid := coalesce(new.kine_id, old.kine_id);
begin
  update profiles set price_range = stated_price_range(kine)
    where id = kine and price_range is distinct from stated_price_range(kine) and stated_price_range(kine) is not null;
  return null;
end $$;
create constraint trigger prices_set_the_range after insert or update or delete on kine_prices
  deferrable initially deferred for each row execute function prices_set_the_range();

-- Also while the previous version saves a profile with a range of its own.
create function price_range_follows_prices() returns trigger
  language plpgsql as $$
begin
  new.price_range := coalesce(stated_price_range(new.id), new.price_range);
  return new;
end $$;
create trigger price_range_follows_prices before update of price_range on profiles
  for each row when (new.price_range is distinct from old.price_range) execute function price_range_follows_prices();
