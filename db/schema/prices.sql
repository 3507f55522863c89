create table kine_prices (
  kine_id uuid not null,
  modality modality not null,
  session integer not null,
  first integer,
  ten integer,
  confirmed_at timestamp with time zone default now() not null,
  constraint kine_prices_pkey PRIMARY KEY (kine_id, modality),
  constraint kine_prices_first_check CHECK (first >= 1 AND first <= 1000000000),
  constraint kine_prices_session_check CHECK (session >= 1 AND session <= 1000000000),
  constraint kine_prices_ten_check CHECK (ten >= 1 AND ten <= 1000000000),
  constraint kine_prices_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);
comment on column kine_prices.session is 'in whole pesos, as are the first one and ten of them';

CREATE TRIGGER directory_follows AFTER INSERT OR DELETE OR UPDATE ON kine_prices FOR EACH ROW EXECUTE FUNCTION directory_follows_row('kine_id');
CREATE TRIGGER practice_facts_of_kines BEFORE INSERT OR UPDATE ON kine_prices FOR EACH ROW EXECUTE FUNCTION practice_facts_of_kines();

-- At the commit, so that several prices saved at once change the profile once.
CREATE OR REPLACE FUNCTION public.prices_set_the_range() RETURNS trigger LANGUAGE plpgsql AS $function$
declare
  kine uuid := coalesce(new.kine_id, old.kine_id);
begin
  update profiles set price_range = stated_price_range(kine)
    where id = kine and price_range is distinct from stated_price_range(kine) and stated_price_range(kine) is not null;
  return null;
end $function$;

CREATE CONSTRAINT TRIGGER prices_set_the_range AFTER INSERT OR DELETE OR UPDATE ON kine_prices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION prices_set_the_range();

-- The range of the sign-up that a session's price lies in; an upper bound belongs to its range. app/domain/prices/price.ts
-- has the same rule.
CREATE OR REPLACE FUNCTION public.price_range_of(_session integer) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN CASE WHEN (_session < 15000) THEN 'Menos de $15.000'::text WHEN (_session <= 25000) THEN '$15.000 - $25.000'::text WHEN (_session <= 35000) THEN '$25.000 - $35.000'::text WHEN (_session <= 50000) THEN '$35.000 - $50.000'::text ELSE '$50.000+'::text END;

-- The range of a specialist's cheapest session; null without prices.
CREATE OR REPLACE FUNCTION public.stated_price_range(_kine uuid) RETURNS text LANGUAGE sql STABLE RETURN (SELECT price_range_of(min(kine_prices.session)) AS price_range_of FROM kine_prices WHERE (kine_prices.kine_id = stated_price_range._kine) HAVING (count(*) > 0));
