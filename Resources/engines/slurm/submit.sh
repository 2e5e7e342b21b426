#!/bin/sh
# Starts the array, and the last run behind it. README.md says more.
set -eu
cd -- "$(dirname -- "$0")"
array=$(sbatch --parsable array.sbatch)
echo "array of {{shards}} shards: job ${array%%;*}"
# afterany: the last run also renders what failed tasks have not left.
sbatch --dependency="afterany:${array%%;*}" last-run.sbatch
