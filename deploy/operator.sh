#!/bin/sh
# The operator's commands with the settings of the service and as its own user, for root: deploy/operator.sh verify
# SETTINGS names another file of settings.
set -eu
set -a
. "${SETTINGS:-/etc/kenshin-biyori.env}"
set +a
cd "$(dirname "$0")/.."
exec setpriv --reuid kenshin-biyori --regid kenshin-biyori --init-groups \
  node_modules/.bin/node scripts/run.mjs src/app/operator.ts "$@"
