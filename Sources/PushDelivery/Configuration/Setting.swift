/// What a flag or an environment variable can say. Flags win over variables, and these over pipeline.yml.
public enum Setting: String, Hashable, Sendable, CaseIterable {
  /// The name of the destination to publish to.
  case destination = "to"
  /// The folder that assets are published to.
  case output
  /// The URL under which that folder is served.
  case baseURL = "base-url"
  /// The folder for request files.
  case requests
  /// The Firebase project that the requests go to.
  case project
  /// The file for the run report.
  case report
  /// The page that shows what a run made of a campaign.
  case contactSheet = "contact-sheet"
  /// How results are printed.
  case format
  /// How many pictures are worked on at once.
  case jobs
  /// The configuration file itself.
  case config
  /// Whether the render cache is left alone.
  case noCache = "no-cache"

  /// The command-line flag, as in `--base-url`.
  public var flag: String { "--\(rawValue)" }

  /// The environment variable, as in `RICHPUSH_BASE_URL`.
  public var variable: String { "RICHPUSH_" + rawValue.uppercased().replacing("-", with: "_") }
}
