-- A refresh token's successor is random. For 30 seconds the holder of its parent may fetch it again, so it is kept sealed with a public key
-- whose private key only the parent itself yields: neither the database nor SECRET opens it. Null in rows of the previous version.
alter table auth.refresh_tokens
  add column public_key bytea,
  add column successor_sealed bytea,
  add constraint refresh_tokens_public_key_length check (octet_length(public_key) = 32);
