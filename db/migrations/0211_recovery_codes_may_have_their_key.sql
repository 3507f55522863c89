-- A set of recovery codes is hashed under a key of its own, sealed with SECRET like the secret of an authenticator: SECRET can then change.
-- Null in a set of the previous version, whose key is derived from SECRET itself.
alter table auth.mfa_factors drop constraint mfa_factors_totp_has_secret;
alter table auth.mfa_factors add constraint mfa_factors_totp_has_secret
  check (factor_type = 'recovery_code' or (factor_type = 'totp') = (secret_encrypted is not null)) not valid;
alter table auth.mfa_factors validate constraint mfa_factors_totp_has_secret;
