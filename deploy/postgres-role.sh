#!/bin/sh
# Run by the image of PostgreSQL when it makes its cluster.
set -eu
psql --no-psqlrc -v ON_ERROR_STOP=1 -v password="$KINEXO_PASSWORD" -U "$POSTGRES_USER" -d postgres -f /etc/kinexo/postgres-role.sql
