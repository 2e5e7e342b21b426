import Findings

/// Files for Slurm: a job array, and a job that waits for it (https://slurm.schedmd.com/job_array.html).
enum Slurm {
  static func files(_ job: ArrayJob) -> [ScaffoldFile] {
    [
      ScaffoldFile(name: "array.sbatch", text: array(job)), ScaffoldFile(name: "merge.sbatch", text: merge(job)),
      ScaffoldFile(name: "submit.sh", text: submit(job)), readme.file(job),
    ]
  }

  /// A task that the machine failed is put back by itself: `RequeueExit` is a setting of the site, and a loop would stay on
  /// the machine that fails.
  private static func array(_ job: ArrayJob) -> String {
    """
    #!/bin/sh
    # One shard of a planned run, and yours to change. README.md says how it is started.
    #SBATCH --job-name=richpush
    #SBATCH --array=1-\(job.shards)
    #SBATCH --ntasks=1
    #SBATCH --cpus-per-task=\(job.jobs)
    #SBATCH --mem=\(job.memory)M
    #SBATCH --time=\(job.seconds / 60)
    #SBATCH --requeue
    #SBATCH --open-mode=append

    cd -- \(ShellWord.quoted(job.paths.folder)) || exit 3
    status=0
    \(ShellWord.command(job.runWords())) || status=$?

    # The machine or the network failed: back into the queue, for any machine.
    if [ "$status" -eq 3 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt \(ArrayJob.retries) ]; then
      scontrol requeue "$SLURM_JOB_ID" && sleep 600 # until Slurm ends this
    fi
    exit "$status"

    """
  }

  private static func merge(_ job: ArrayJob) -> String {
    """
    #!/bin/sh
    # Joins the shards of a planned run, and yours to change.
    #SBATCH --job-name=richpush-merge
    #SBATCH --ntasks=1
    #SBATCH --cpus-per-task=1
    #SBATCH --mem=\(job.memory)M
    #SBATCH --time=\(job.seconds / 60)

    cd -- \(ShellWord.quoted(job.paths.folder)) || exit 3
    \(ShellWord.command(job.mergeWords))

    """
  }

  /// `afterany`, so that there is always somebody who says what is missing.
  private static func submit(_ job: ArrayJob) -> String {
    """
    #!/bin/sh
    # Starts the shards that have left no result, and the job that joins all. README.md says more.
    set -eu
    here=$(cd -- "$(dirname -- "$0")" && pwd)
    cd -- \(ShellWord.quoted(job.paths.folder))
    missing=$(\(ShellWord.command(job.mergeWords + ["--missing"])))
    cd -- "$here"
    if [ -z "$missing" ]; then
      sbatch merge.sbatch
      exit
    fi
    array=$(sbatch --parsable --array="$missing" array.sbatch)
    echo "array of shards $missing: job ${array%%;*}"
    sbatch --dependency="afterany:${array%%;*}" merge.sbatch

    """
  }

  private static let readme = EngineReadme(
    engine: "Slurm",
    contents: [
      ("array.sbatch", "the array, with one task for each shard"), ("merge.sbatch", "the job that joins the shards"),
      ("submit.sh", "starts both, of the shards those that are missing"),
    ],
    steps: [
      "**See that all nodes have the same `richpush` in `PATH`, and the folder of the plan** under the same path.",
      "**Start it:** `sh submit.sh`. The merge waits until no task of the array is left.",
      "**Look:** `squeue --me`, and after the end the output of the merge, `slurm-<job>.out`.",
    ],
    failures: """
      `sacct --jobs=<array> --format=JobID,State,ExitCode` lists the tasks; each has its output in `slurm-<array>_<task>.out` in
      this folder. The merge names every shard that has left no result, and ends with 2 then.
      """,
    again: "`sh submit.sh` asks for just those, as `sbatch --array=3,7,12-14`, and joins.",
    outcomes: .init(
      refused: "nothing; the task is listed as failed and the merge takes its result",
      usage: "nothing; the merge names the shard",
      environment:
        "the task puts itself back into the queue, \(ArrayJob.retries) times at most (`SLURM_RESTART_COUNT`)",
      source: """
        Nodes that fail and jobs that are preempted are put back by Slurm itself, since the array says `--requeue`
        (https://slurm.schedmd.com/sbatch.html).
        """),
    limits: [
      """
      Slurm takes indices below `MaxArraySize`, which is 1001 unless the site has raised it, so 1,000 shards
        (https://slurm.schedmd.com/slurm.conf.html); `scontrol show config` tells. With more, `sbatch` says "Invalid job array
        specification": plan again with fewer.
      """
    ])
}
