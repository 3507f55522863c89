-- An identity at a provider is (issuer, sub): the same sub at another issuer is somebody else. Null until the first sign-in after this migration,
-- which gives the issuer if the provider still names the same address; Google has one issuer. provider_id stays unique for the previous version.
alter table auth.identities add column issuer text;
update auth.identities set issuer = 'https://accounts.google.com' where provider = 'google';
