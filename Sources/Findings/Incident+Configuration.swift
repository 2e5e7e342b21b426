/// pipeline.yml, a flag, an environment variable or a baseline cannot be used as it is.
extension Incident {
  static let configuration = [
    configurationBaseline, configurationConflict, configurationDuplicateKey, configurationMissing,
    configurationMissingKey, configurationPlan, configurationRange, configurationRenderers, configurationShard,
    configurationSize, configurationSyntax, configurationType,
    configurationUnknownKey, configurationValue, configurationVersion, urlQuery,
  ]

  public static let configurationBaseline = Incident(
    "configuration.baseline", .configuration, .error, "The baseline that `--baseline` names cannot be read.",
    remedy: "make it anew with `--update-baseline`")

  public static let configurationConflict = Incident(
    "configuration.conflict", .configuration, .error,
    "A key would do nothing beside another, or two keys contradict each other.",
    remedy: "delete or change one of them")

  public static let configurationDuplicateKey = Incident(
    "configuration.duplicate-key", .configuration, .error, "A key stands twice in one mapping.",
    remedy: "keep one of them",
    source: "https://yaml.org/spec/1.2.2/#3211-nodes")

  public static let configurationMissing = Incident(
    "configuration.missing", .configuration, .error, "pipeline.yml cannot be read.",
    remedy: "run `richpush init`, or name another file with `--config`")

  public static let configurationMissingKey = Incident(
    "configuration.missing-key", .configuration, .error, "A key that is needed here is not there.",
    remedy: "add it")

  public static let configurationPlan = Incident(
    "configuration.plan", .configuration, .error,
    "The file is no plan that can be carried out: it is another file, of another version, cut or edited.",
    remedy: "plan again: `richpush plan CAMPAIGN --shards N --save plan.json`")

  public static let configurationRange = Incident(
    "configuration.range", .configuration, .error, "A number is out of range, or looser than the clients' limit.",
    remedy: "write one within the range")

  public static let configurationRenderers = Incident(
    "configuration.renderers", .configuration, .error,
    "This machine has other versions of what makes renditions than the one that made the plan, so their bytes might differ.",
    remedy: "install the same on all machines, or plan again on one of these")

  public static let configurationShard = Incident(
    "configuration.shard", .configuration, .error,
    "The plan has no such shard, or it cannot be told which one is meant.",
    remedy: "give `--shard I/N` with a number that the plan has; arrays of Slurm and LSF begin at 1")

  public static let configurationSize = Incident(
    "configuration.size", .configuration, .error, "The file is too large, too deeply nested, or has aliases.",
    remedy: "split it; write values out")

  public static let configurationSyntax = Incident(
    "configuration.syntax", .configuration, .error, "It is not YAML, or more than one document.",
    remedy: "look at indentation, colons and quotes of that line",
    source: "https://yaml.org/spec/1.2.2/")

  public static let configurationType = Incident(
    "configuration.type", .configuration, .error, "A value of another type belongs here.",
    remedy: "write what the diagnostic asks for")

  public static let configurationUnknownKey = Incident(
    "configuration.unknown-key", .configuration, .error, "There is no such key here.",
    remedy: "correct it; the nearest key is given")

  public static let configurationValue = Incident(
    "configuration.value", .configuration, .error, "The value is none that is possible here.",
    remedy: "write what the diagnostic asks for")

  public static let configurationVersion = Incident(
    "configuration.version", .configuration, .error, "This version of the file's layout is not known.",
    remedy: "write `version: 1`, or install a richpush that reads it")

  public static let urlQuery = Incident(
    "url.query", .configuration, .error,
    "The base URL has a query, so a name appended to it would not be part of the path.",
    remedy: "remove the `?` and what follows",
    source: "https://www.rfc-editor.org/rfc/rfc3986#section-3.4")
}

/// What `check` says of its arguments and of the suppressions in pipeline.yml.
extension Incident {
  static let check = [
    argumentEmpty, argumentKind, argumentMissing, requestChanged, suppressionExpired, suppressionUnused,
  ]

  public static let argumentEmpty = Incident(
    "argument.empty", .check, .error, "Nothing in it can be checked.",
    remedy: "name a folder with a campaign, media files or requests")

  public static let argumentKind = Incident(
    "argument.kind", .check, .error, "It is neither a file nor a folder, or a text in a language that is not read.",
    remedy: "name a file that is read, a folder, or `-` for standard input")

  public static let argumentMissing = Incident(
    "argument.missing", .check, .error, "There is nothing at this path.",
    remedy: "correct the path")

  public static let requestChanged = Incident(
    "request.changed", .check, .warning, "A program that holds messages is no longer what richpush wrote.",
    remedy: "write it anew with `richpush compose`")

  public static let suppressionExpired = Incident(
    "suppression.expired", .check, .warning, "The last day of a suppression is over, so it hides nothing.",
    remedy: "mend what it covers and delete it, or give it another `until`")

  public static let suppressionUnused = Incident(
    "suppression.unused", .check, .warning, "A suppression matched nothing that was checked.",
    remedy: "delete it, or correct its path")
}
