-- Rows of one transaction are often made in the same millisecond, and lists are ordered by id. The microseconds take the place of random bits,
-- as RFC 9562 (6.2, method 3) allows; 62 random bits remain.
create or replace function uuid_v7() returns uuid language plpgsql parallel safe set search_path = pg_catalog as $$
declare
  microseconds bigint := floor(extract(epoch from clock_timestamp()) * 1000000)::bigint;
begin
  return encode(
    substring(int8send(microseconds / 1000) from 3)
      || int2send((28672 + microseconds % 1000 * 4096 / 1000)::smallint)
      || substring(uuid_send(gen_random_uuid()) from 9),
    'hex')::uuid;
end
$$;
