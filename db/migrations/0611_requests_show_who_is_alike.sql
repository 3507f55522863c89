-- What a request for admission is compared by with other accounts: the end of a phone, which every way of writing it has, the domain of an e-mail, and the file of a photo.
create or replace function public.phone_tail(_phone text) returns text language sql immutable parallel safe strict
return right(regexp_replace(_phone, '[^0-9]', '', 'g'), 6);
create or replace function public.email_domain(_address text) returns text language sql immutable parallel safe strict
return substring(lower(_address) from '[^@]*$');
create index profiles_phone_tail_idx on profiles (phone_tail(phone), id) where phone is not null;
create index profiles_email_domain_idx on profiles (email_domain(email), id);

-- The hash of the file of each photo that was uploaded since, as it is stored.
create table photo_hashes (
  profile_id uuid not null,
  sha256 bytea not null,
  constraint photo_hashes_pkey primary key (profile_id),
  constraint photo_hashes_is_sha256 check (octet_length(sha256) = 32),
  constraint photo_hashes_profile_id_fkey foreign key (profile_id) references profiles (id) on delete cascade
);
create index photo_hashes_sha256_idx on photo_hashes (sha256, profile_id);
