#!/bin/sh
# The operator's commands with the settings of the service and as its own user, for root: deploy/operator.sh verify
# "start" in the place of a command starts the service itself, for a flag that is said once: deploy/operator.sh start --new
# SETTINGS names another file of settings.
set -eu
# As systemd reads them: a value is what stands there, whatever a shell would make of it. Backslashes are left to systemd.
while read -r line || [ -n "$line" ]; do
  case $line in [A-Z]*=*) ;; *) continue ;; esac
  value=${line#*=}
  case $value in
    \'*\') ;;
    *\\*) echo "${line%%=*} has a backslash, which systemd takes away: put the value in single quotes." >&2; exit 78 ;;
  esac
  case $value in \"*\" | \'*\') value=${value#?} value=${value%?} ;; esac
  export "${line%%=*}=$value"
done < "${SETTINGS:-/etc/kenshin-biyori.env}"
export OPERATOR_COMMAND=deploy/operator.sh
cd "$(dirname "$0")/.."
entry=src/app/operator/operator.ts
if [ "${1-}" = start ]; then entry=src/app/start.ts; shift; fi
exec setpriv --reuid kenshin-biyori --regid kenshin-biyori --init-groups \
  node_modules/.bin/node scripts/run.mjs "$entry" "$@"
