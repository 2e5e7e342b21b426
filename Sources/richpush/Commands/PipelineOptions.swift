import ArgumentParser

/// What `run` and `plan` have in common. Flags win over environment variables, which win over pipeline.yml.
struct PipelineOptions: ParsableArguments {
  @Argument(help: "The campaign folder. Default: `campaign` of pipeline.yml, else the current folder.")
  var campaign: String?

  @Option(help: "The configuration file. [$RICHPUSH_CONFIG] (default: pipeline.yml)")
  var config: String?

  @Option(
    name: .customLong("to"),
    help: "The destination of pipeline.yml to publish to, by its name. [$RICHPUSH_TO] (default: the first)")
  var destination: String?

  @Option(help: "The folder to publish to. [$RICHPUSH_OUTPUT]")
  var output: String?

  @Option(name: .customLong("base-url"), help: "The public address of that folder. [$RICHPUSH_BASE_URL]")
  var baseURL: String?

  @Option(help: "The folder for request files. [$RICHPUSH_REQUESTS]")
  var requests: String?

  @Option(help: "The Firebase project that the requests go to. [$RICHPUSH_PROJECT]")
  var project: String?

  @Option(help: "How many pictures are worked on at once: 1 to 64, or auto. [$RICHPUSH_JOBS]")
  var jobs: String?

  @Option(help: "How results are printed: text or json. [$RICHPUSH_FORMAT] (default: text)")
  var format: String?

  @Flag(name: .customLong("no-cache"), help: "Render everything anew. [$RICHPUSH_NO_CACHE]")
  var noCache = false
}
