#!/bin/sh
# Starts the array, waits until it has ended, and starts the last run. README.md says more. Arguments go to gcloud: --location, --project.
set -eu
cd -- "$(dirname -- "$0")"

await() {
  job=$1
  shift
  while :; do
    case $(gcloud batch jobs describe "$job" --format 'value(status.state)' "$@") in
    SUCCEEDED) return 0 ;;
    FAILED | CANCELLED | DELETION_IN_PROGRESS) return 1 ;;
    esac
    sleep 30
  done
}

name=richpush-$(date +%Y%m%d-%H%M%S)
gcloud batch jobs submit "$name" --config array.json "$@"
await "$name" "$@" || echo "some shards failed, as README.md says; the last run renders what they have not left" >&2
gcloud batch jobs submit "$name-last" --config last-run.json "$@"
await "$name-last" "$@"
