#!/bin/sh
# Makes the bucket, which stays private, and a key for the app that opens nothing else. May be run again.
set -eu
until mc mb --ignore-existing store/kinexo; do sleep 1; done
mc admin policy create store kinexo /etc/kinexo/bucket-policy.json
mc admin user add store kinexo "$S3_SECRET_ACCESS_KEY"
# It complains where that is so already.
mc admin policy attach store kinexo --user kinexo || mc admin user info store kinexo | grep -q kinexo
