#!/bin/sh
# Starts the array, and the last run, which depends on it. README.md says more. Arguments go to aws: --region, --profile.
set -eu
cd -- "$(dirname -- "$0")"
aws batch register-job-definition --cli-input-json file://array-definition.json --query revision --output text "$@"
aws batch register-job-definition --cli-input-json file://last-run-definition.json --query revision --output text "$@"
array=$(aws batch submit-job --cli-input-json file://array-job.json --query jobId --output text "$@")
echo "array: job $array"
aws batch submit-job --cli-input-json file://last-run-job.json --depends-on "jobId=$array" --query jobId --output text "$@"
