#!/bin/sh
# Pulls each image that compose.yaml names, and writes into deploy/.env by which digest it is known: what was looked at is what runs, until
# this is run again. NODE_IMAGE is what the app's own image is built from.
set -eu
cd "$(dirname "$0")"
# It holds every secret of the installation.
umask 077
touch .env
chmod 600 .env
pin() {
  docker pull -q "$2" > /dev/null
  digest=$(docker image inspect --format '{{index .RepoDigests 0}}' "$2")
  grep -v "^$1=" .env > .env.new || true
  echo "$1=$digest" >> .env.new
  cat .env.new > .env
  rm .env.new
  echo "$1=$digest"
}
pin NODE_IMAGE node:26-bookworm-slim
pin CADDY_IMAGE caddy:2
pin POSTGRES_IMAGE postgres:18
pin MINIO_IMAGE minio/minio:RELEASE.2025-04-22T22-12-26Z
pin MINIO_CLIENT_IMAGE minio/mc:RELEASE.2025-04-16T18-13-26Z
pin MAILPIT_IMAGE axllent/mailpit:v1.21
