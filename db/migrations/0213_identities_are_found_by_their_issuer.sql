-- Each statement alone
-- While everybody goes on signing in.

drop index concurrently if exists auth.identities_provider_sub_issuer;
create unique index concurrently identities_provider_sub_issuer on auth.identities (provider, (identity_data ->> 'sub'), issuer);
