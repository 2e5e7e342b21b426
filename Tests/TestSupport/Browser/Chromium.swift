public import Findings
import Foundation

/// The browser that people have, as a judge of what it does with a push message.
///
/// It runs without a window and with its own profile. Its sites, the servers that they name and the desktop that it gives its notifications
/// to are all of browser.py; nothing else can be reached from it.
public enum Chromium {
  /// The names under which systems install it.
  public static let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

  /// The first of them in `PATH` or among the applications of macOS; nil without one.
  public static let path: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let applications = ["Chromium", "Google Chrome"].map { "/Applications/\($0).app/Contents/MacOS/\($0)" }
    return (names.flatMap { name in folders.map { $0 + "/" + name } } + applications)
      .first(where: FileManager.default.isExecutableFile)
  }()

  /// Whether it is here and tells what it shows: on Linux it hands notifications to the desktop over a bus that a test can listen
  /// to, elsewhere to the system itself.
  public static var canBeAsked: Bool {
    #if os(Linux)
      path != nil
    #else
      false
    #endif
  }

  /// Delivers push messages to service workers of their sites, some at a time, and waits until everything is shown.
  ///
  /// - Parameters:
  ///   - pushes: each with its own title.
  ///   - servers: what stands at which origins.
  /// - Returns: the outcome of each, in their order.
  /// - Throws: `ProgramError`, and `DecodingError` when browser.py says something else.
  public static func show(_ pushes: [SitePush], servers: [String: ServerScript]) async throws -> ShownPushes {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let authority = try await TestAuthority.shared()
    let job: JSONValue = .object([
      "chromium": .string(path ?? names[0]), "certificate": .string(authority.serverCertificate),
      "key": .string(authority.serverKey), "servers": .object(servers.mapValues { .string($0.settingsFile) }),
      "pushes": .array(pushes.map { .object(["site": .string($0.site), "payload": $0.payload]) }),
    ])
    try folder.write(JSONText.compact(job), to: "job.json")
    let script = packageRoot + "/Tests/TestSupport/Browser/browser.py"
    let output = try await Program("python3").run([script, folder.absolute("job.json")])
    guard output.status == 0 else { throw ProgramError.failed("browser.py", stderr: output.stderr) }
    return try JSONDecoder().decode(ShownPushes.self, from: Data(output.stdout.utf8))
  }
}

/// A push message for those who have agreed to a site's notifications.
public struct SitePush: Sendable {
  /// The site's origin.
  public var site: String
  /// The data for its service worker.
  public var payload: JSONValue

  public init(site: String, payload: JSONValue) {
    self.site = site
    self.payload = payload
  }
}

/// The results of push messages in a browser.
public struct ShownPushes: Sendable, Decodable {
  /// Its name and version: `Chrome/156.0.8078.79`.
  public let browser: String
  public let outcomes: [Outcome]

  /// The outcome of one.
  public struct Outcome: Sendable, Decodable {
    /// Why the browser refused to show it; nil where it did not.
    public let error: String?
    /// What the site can read of its notifications that come of the message.
    public let shown: [JSON]
    /// What the desktop was given; nil: nothing.
    public let desktop: OnDesktop?
    /// Why the picture was not loaded: `net::ERR_BLOCKED_BY_ORB`; nil where it was, whatever it is.
    public let failure: String?
  }

  /// A notification as a desktop has it.
  public struct OnDesktop: Sendable, Decodable {
    public let summary: String
    /// The site, the words, and the picture's place, in the desktop's markup.
    public let body: String
    /// Width and height in pixels, as the browser has decoded and shrunk it; nil: it comes without one.
    public let picture: [Int]?
  }
}
