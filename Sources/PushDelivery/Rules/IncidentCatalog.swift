public import Findings

/// What richpush says of itself and not of what is sent: of its configuration, its arguments and the machine it runs on.
/// docs/diagnostics.md says the same.
public struct IncidentDescription: Hashable, Sendable {
  public let id: RuleIdentifier
  public let severity: Diagnostic.Severity
  /// What is the case, in a sentence; code in backticks.
  public let meaning: String
  /// What to do about it, as a sentence.
  public let remedy: String

  init(_ id: RuleIdentifier, _ severity: Diagnostic.Severity, _ meaning: String, remedy: String) {
    self.id = id
    self.severity = severity
    self.meaning = meaning
    self.remedy = remedy
  }
}

/// Every diagnostic that is no rule of the check.
public enum IncidentCatalog {
  /// Sorted by identifier.
  public static let all: [IncidentDescription] =
    (argument + campaign + configuration + destination + machine + message + suppression + file + picture + motion
    + poster + address)
    .sorted { $0.id.rawValue < $1.id.rawValue }

  /// The diagnostic of this name; nil when there is none.
  public static func incident(_ id: RuleIdentifier) -> IncidentDescription? { all.first { $0.id == id } }
}

// Each group is named as its identifiers begin.
extension IncidentCatalog {
  private static let configuration: [IncidentDescription] = [
    IncidentDescription(
      "configuration.baseline", .error, "The baseline that `--baseline` names cannot be read.",
      remedy: "Make it anew with `--update-baseline`."),
    IncidentDescription(
      "configuration.conflict", .error, "A key would do nothing beside another, or two keys contradict each other.",
      remedy: "Delete or change one of them."),
    IncidentDescription(
      "configuration.duplicate-key", .error, "A key stands twice in one mapping.",
      remedy: "Keep one of them."),
    IncidentDescription(
      "configuration.missing", .error, "pipeline.yml cannot be read.",
      remedy: "Run `richpush init`, or name another file with `--config`."),
    IncidentDescription(
      "configuration.missing-key", .error, "A key that is needed here is not there.",
      remedy: "Add it."),
    IncidentDescription(
      "configuration.range", .error, "A number is out of range, or looser than the clients' limit.",
      remedy: "Write one within the range."),
    IncidentDescription(
      "configuration.size", .error, "The file is too large, too deeply nested, or has aliases.",
      remedy: "Split it; write values out."),
    IncidentDescription(
      "configuration.syntax", .error, "It is not YAML, or more than one document.",
      remedy: "Look at indentation, colons and quotes of that line."),
    IncidentDescription(
      "configuration.type", .error, "A value of another type belongs here.",
      remedy: "Write what the diagnostic asks for."),
    IncidentDescription(
      "configuration.unknown-key", .error, "There is no such key here.",
      remedy: "Correct it; the nearest key is given."),
    IncidentDescription(
      "configuration.value", .error, "The value is none that is possible here.",
      remedy: "Write what the diagnostic asks for."),
    IncidentDescription(
      "configuration.version", .error, "This version of the file's layout is not known.",
      remedy: "Write `version: 1`, or install a richpush that reads it."),
  ]

  private static let campaign: [IncidentDescription] = [
    IncidentDescription(
      "campaign.changed-picture", .error, "A picture is no longer the file that an earlier run published.",
      remedy: "Render and publish it: `richpush run`."),
    IncidentDescription(
      "campaign.manifest", .error, "The file is neither the index of a request folder nor a run report.",
      remedy: "Name the `index.json` that `richpush run` wrote into its request folder."),
    IncidentDescription(
      "campaign.unpublished", .error, "No earlier run published the picture, so no message can show it.",
      remedy: "Render and publish it: `richpush run`."),
    IncidentDescription(
      "campaign.duplicate-id", .error, "Two messages have the same id, and one request would replace the other.",
      remedy: "Give one of them another."),
    IncidentDescription(
      "campaign.id", .error, "The id cannot name a request file.",
      remedy: "Use letters, digits, `.`, `_` and `-`; the diagnostic has an example."),
    IncidentDescription(
      "campaign.missing", .error, "There is no campaign folder at this path.",
      remedy: "Name the folder of pictures."),
    IncidentDescription(
      "campaign.missing-image", .error, "There is no such picture in the folder.",
      remedy: "Add it or correct the path; the nearest name is given."),
    IncidentDescription(
      "campaign.missing-poster", .error, "There is no such poster in the folder.",
      remedy: "Add it or correct the path; the nearest name is given."),
    IncidentDescription(
      "campaign.path", .error, "The path of a picture or poster is a URL, absolute or leaves the folder.",
      remedy: "Write it relative to the campaign folder."),
    IncidentDescription(
      "campaign.locale", .error, "A text lacks a language and there is no fallback, or a language is written wrongly.",
      remedy: "Add the language or name a fallback; write tags as in `pt-BR`."),
    IncidentDescription(
      "campaign.placeholder", .error, "A placeholder has no value, or is none.",
      remedy: "Give it a value; write `{{{{` for two braces that are shown."),
    IncidentDescription(
      "campaign.shared-target", .error,
      "Two languages, variants or targets of one message would go to the same people.",
      remedy: "Write `{{locale}}` or `{{variant}}` into the target."),
    IncidentDescription(
      "campaign.table", .error, "messages.csv, or a row of it, cannot be read.",
      remedy: "Save it as CSV with commas in UTF-8; mend the row."),
    IncidentDescription(
      "campaign.unused-column", .warning,
      "A column of messages.csv is no key of a message, and no placeholder refers to it.",
      remedy: "Correct its name, or write a placeholder where its values belong."),
  ]

  private static let destination: [IncidentDescription] = [
    IncidentDescription(
      "destination.conflict", .error,
      "Other bytes are published under the name already, and a published name never changes.",
      remedy: "Remove that file if it is damaged, then run again."),
    IncidentDescription(
      "destination.credentials", .error, "The store does not accept the credentials, or there are none.",
      remedy: "Correct or renew them: `AWS_*`, `~/.aws/credentials` or `GOOGLE_APPLICATION_CREDENTIALS`."),
    IncidentDescription(
      "destination.download-token", .error,
      "The object is there already without the token in its download URL, which would answer 403.",
      remedy: "Remove the object, or let the bucket's rules allow everyone to read and do without tokens."),
    IncidentDescription(
      "destination.forbidden", .error, "The store knows the credentials, and they may not publish there.",
      remedy: "Let them create and read objects under the prefix."),
    IncidentDescription(
      "destination.missing-bucket", .error, "The bucket does not exist.",
      remedy: "Correct its name, or create it."),
    IncidentDescription(
      "destination.region", .error, "The bucket is in another region.",
      remedy: "Set region and endpoint to the bucket's own; the diagnostic names it where the store does."),
    IncidentDescription(
      "destination.rejected", .error, "The store refused the upload for a reason of its own.",
      remedy: "Change what its words say."),
    IncidentDescription(
      "destination.tls", .error, "The connection to the store is not secure, so nothing was sent.",
      remedy: "Correct the endpoint, or have its certificate renewed or its authority installed."),
    IncidentDescription(
      "destination.unproven", .note,
      "The published bytes were not loaded again (`verify: head` or `off`), so a change on the way is not seen.",
      remedy: "Use `verify: get`, which is the default for buckets."),
    IncidentDescription(
      "destination.unverified", .error,
      "A published URL does not deliver the very bytes with the right type, at once and without a redirect.",
      remedy: "Look whether base-url leads there, and whether something in front of it changes what it delivers."),
    IncidentDescription(
      "destination.host-file", .error,
      "Where the file for a static host belongs lies one that richpush did not write, and it stays as it is.",
      remedy: "Move it away and run again, or delete the host from `headers`."),
  ]

  private static let argument: [IncidentDescription] = [
    IncidentDescription(
      "argument.empty", .error, "Nothing in it can be checked.",
      remedy: "Name a folder with a campaign, media files or requests."),
    IncidentDescription(
      "argument.kind", .error, "It is neither a file nor a folder.",
      remedy: "Name a file or a folder, or `-` for standard input."),
    IncidentDescription(
      "argument.missing", .error, "There is nothing at this path.",
      remedy: "Correct the path."),
  ]

  private static let suppression: [IncidentDescription] = [
    IncidentDescription(
      "suppression.expired", .warning, "The last day of a suppression is over, so it hides nothing.",
      remedy: "Mend what it covers and delete it, or give it another `until`."),
    IncidentDescription(
      "suppression.unused", .warning, "A suppression matched nothing that was checked.",
      remedy: "Delete it, or correct its path."),
  ]

  private static let machine: [IncidentDescription] = [
    IncidentDescription(
      "machine.cancelled", .error, "Publishing was ended before it was done.",
      remedy: "Run again; what is there is not uploaded again."),
    IncidentDescription(
      "machine.clock", .error, "This machine's clock is wrong, so the store refuses its signatures.",
      remedy: "Set the clock, and keep it right with NTP."),
    IncidentDescription(
      "machine.disk-full", .error, "There is no space left to publish to.",
      remedy: "Free some and run again."),
    IncidentDescription(
      "machine.failed", .error, "The machine refused something; the diagnostic says what.",
      remedy: "Mend that and run again."),
    IncidentDescription(
      "machine.missing-program", .error,
      "A program that this file needs is not installed: ffmpeg for videos, animated PNG, BMP and "
        + "`motion: mp4`.",
      remedy: "Install it: `apt-get install ffmpeg` or `brew install ffmpeg`."),
    IncidentDescription(
      "machine.network", .error,
      "A hosted asset could not be loaded: its host has no address, no connection came about, or it broke.",
      remedy: "Look whether the address is right and reachable from here, and check again."),
    IncidentDescription(
      "machine.store-busy", .error, "The store has too much to do, or a fault of its own.",
      remedy: "Run again later; what is there is not uploaded again."),
    IncidentDescription(
      "machine.store-interrupted", .error, "An upload did not arrive whole.",
      remedy: "Run again; what is there is not uploaded again."),
    IncidentDescription(
      "machine.store-timeout", .error, "The store took too long.",
      remedy: "Run again on a better line; what is there is not uploaded again."),
    IncidentDescription(
      "machine.store-unreachable", .error, "The store's host has no address, or there is no connection to it.",
      remedy: "Look at the network and at the endpoint, then run again."),
    IncidentDescription(
      "machine.worker", .error, "A worker's result is not what it reports.",
      remedy: "Report it as a defect."),
    IncidentDescription(
      "machine.write-failed", .error, "A file could not be published.",
      remedy: "Mend that and run again."),
  ]

  private static let message: [IncidentDescription] = [
    IncidentDescription(
      "message.format", .error, "One of the forms in which requests are written cannot say it.",
      remedy: "Change the field, or take the form out of `compose.formats`."),
    IncidentDescription(
      "message.id", .error, "The identifier cannot name a request file.",
      remedy: "Give the message another."),
    IncidentDescription(
      "message.image", .error, "Its picture was not published.",
      remedy: "Mend the picture, or remove it from the message."),
    IncidentDescription(
      "message.image-refused", .error, "Its picture was refused, so it would go out as text alone.",
      remedy: "Mend the picture as its own diagnostic says, or remove it from the message."),
    IncidentDescription(
      "message.json", .error, "It cannot be written as JSON.",
      remedy: "Use finite numbers and shallow objects."),
  ]
}

/// Any identifier that a diagnostic may carry.
public enum KnownRules {
  /// Those of the check and those of richpush itself, sorted.
  public static let all: [RuleIdentifier] =
    Set(RuleCatalog.all.map(\.id) + IncidentCatalog.all.map(\.id)).sorted { $0.rawValue < $1.rawValue }

  /// The name that someone probably meant.
  public static func nearest(to name: String) -> RuleIdentifier? {
    NearestName.find(name, among: all.map(\.rawValue)).map { RuleIdentifier(rawValue: $0) }
  }
}
