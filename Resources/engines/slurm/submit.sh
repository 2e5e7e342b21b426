#!/bin/sh
# Starts the shards that have left no result, and the job that joins all. README.md says more.
set -eu
here=$(cd -- "$(dirname -- "$0")" && pwd)
cd -- {{folder}}
missing=$(richpush merge {{plan}} --results {{results}} --missing)
cd -- "$here"
if [ -z "$missing" ]; then
  sbatch merge.sbatch
  exit
fi
array=$(sbatch --parsable --array="$missing" array.sbatch)
echo "array of shards $missing: job ${array%%;*}"
# afterany: the merge also says what is missing after tasks that failed.
sbatch --dependency="afterany:${array%%;*}" merge.sbatch
