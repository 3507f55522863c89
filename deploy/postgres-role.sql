-- The app's own role: it owns its database and is nothing beyond it. Run once by the image of PostgreSQL, as its superuser.
create role kinexo login nosuperuser nocreatedb nocreaterole noreplication password :'password';
create database kinexo owner kinexo;
revoke connect, temporary on database kinexo from public;
