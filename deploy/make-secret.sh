#!/bin/sh
# Makes deploy/secrets/secret once, or takes over the SECRET of deploy/.env. The folder is its owner's alone; in it the file is readable by the
# user of the containers, whom this machine does not know.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
chmod 700 secrets
if [ ! -s secrets/secret ]; then
  earlier=$(sed -n 's/^SECRET=//p' .env 2> /dev/null || true)
  echo "${earlier:-$(openssl rand -hex 32)}" > secrets/secret.new
  chmod 444 secrets/secret.new
  mv secrets/secret.new secrets/secret
fi
if [ -f .env ]; then
  sed '/^SECRET=/d' .env > .env.new
  cat .env.new > .env
  rm .env.new
fi
