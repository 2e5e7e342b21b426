#!/bin/sh
# Starts the array, waits until it has ended, and starts the last run. README.md says more. Arguments go to kubectl: --namespace, --context.
set -eu
cd -- "$(dirname -- "$0")"

# The condition that a Job has ended with.
end() {
  job=$1
  shift
  kubectl get job "$job" "$@" --output 'jsonpath={range .status.conditions[?(@.status=="True")]}{.type}{" "}{end}'
}

await() {
  while :; do
    case " $(end "$@")" in
    *" Complete "*) return 0 ;;
    *" Failed "*) return 1 ;;
    esac
    sleep 10
  done
}

kubectl delete job richpush richpush-last --ignore-not-found "$@"
kubectl create --filename array.yaml "$@"
await richpush "$@" || echo "some shards failed, as README.md says; the last run renders what they have not left" >&2
kubectl create --filename last-run.yaml "$@"
status=0
await richpush-last "$@" || status=1
kubectl logs job/richpush-last "$@"
exit "$status"
