import Essentials
public import Findings
package import MediaFacts
public import PushDelivery

/// A place that renditions are published to.
///
/// Names are made from digests, so the bytes under a name never change: equal bytes there already are success without a write, other bytes
/// are an error and never overwritten.
public protocol Destination: Sendable {
  /// Makes the rendition's bytes available under a name.
  func publish(_ rendition: some PublishableRendition, slug: String) async throws(PublishError) -> PublishedAsset

  /// Checks, before bytes are made, whether they could be published, as far as known.
  /// - Throws: `PublishError.unavailable`.
  func requireAvailable() throws(PublishError)

  /// How a file's URL is made from its name and digest, if published files are recorded.
  var recordedURLs: PublicURLs? { get }

  /// The URL that recorded files are put under: the same public URLs may be another place's later.
  var recordedPlace: String { get }
}

extension Destination {
  public func requireAvailable() throws(PublishError) {}
  public var recordedURLs: PublicURLs? { nil }
  public var recordedPlace: String { "" }
}

/// Why bytes could not be published.
public enum PublishError: Error, Hashable, Sendable {
  /// The name already has other bytes. `name`: its path, in a folder.
  case conflict(name: String)
  case fileSystem(FileSystemError)
  case store(ObjectStoreError)
  /// It is there, but its URL does not deliver it as clients need it.
  /// - Parameter hasWaited: whether it was retried for as long as a cache may be late.
  case unverified([Diagnostic], hasWaited: Bool)
  /// It is there and its URL delivers its bytes, but something else keeps clients from showing it, usually a header field.
  case hindered([Diagnostic])
  /// Nothing can be published there, with diagnostics about the destination.
  case unavailable([Diagnostic])
}

extension PublishError {
  /// The diagnostics about the source at `path`.
  public func diagnostics(for path: String) -> [Diagnostic] {
    switch self {
    case .unavailable(let diagnostics): diagnostics
    case .unverified(let diagnostics, _), .hindered(let diagnostics): diagnostics.map { $0.about(.init(.file, path)) }
    case .conflict(let name):
      [
        Diagnostic(
          .destinationConflict, .init(.file, path),
          "\(PathBase.here(name)) is published already with other bytes, and a published name never changes")
      ]
    case .fileSystem(let error): [error.diagnostic(of: path, error.description)]
    case .store(let error): [error.diagnostic(.init(.file, path))]
    }
  }
}

extension Diagnostic {
  /// The diagnostic about the URL's owner, with the URL in its text.
  func about(_ owner: Subject) -> Diagnostic {
    var diagnostic = self
    diagnostic.message = "\(subject.name): \(message)"
    diagnostic.subject = owner
    return diagnostic
  }
}

/// A file that an earlier run rendered and whose bytes match its name: only such are published.
package struct PublishedFile: PublishableRendition {
  package let slug: String
  package let bytes: [UInt8]
  package let digest: ContentDigest
  package let mediaFormat: MediaFormat

  /// The largest rendition that any client takes.
  private static let largestFile = ClientLimit.appleMovieBytes.value

  /// Whether a file's bytes are those that its name was made of; nil if they cannot be read.
  static func isRendition(_ name: String, in folder: String) -> Bool? {
    guard PublishedAsset.isName(name) else { return false }
    let digest = try? SourceReader.digest(of: folder + "/" + name, limit: largestFile)
    return digest.map { name.contains(".\($0.short).") }
  }

  /// - Parameter name: as `PublishedAsset.name` gives it.
  package init(_ name: String, in folder: String) throws(MediaError) {
    try self.init(name, bytes: try SourceReader.bytes(of: folder + "/" + name, limit: Self.largestFile))
  }

  /// - Parameter name: as `PublishedAsset.name` gives it.
  /// - Throws: `MediaError` if the bytes do not match the name.
  package init(_ name: String, bytes: [UInt8]) throws(MediaError) {
    let digest = ContentDigest(of: bytes)
    let format = try MediaFormat(sniffing: bytes)
    slug = String(name.prefix { $0 != "." })
    // A report may name anything, even paths that lead elsewhere.
    guard PublishedAsset.isName(name), PublishedAsset.name(slug: slug, digest: digest, format: format) == name else {
      throw .damaged(format: format, detail: "its bytes are not those that its name was made of")
    }
    (self.bytes, self.digest, mediaFormat) = (bytes, digest, format)
  }
}

/// The types that servers send.
enum MediaType {
  /// A type without its parameters and in lower case: types are equal if these are (https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1).
  static func essence(_ text: String) -> String {
    (text.split(separator: ";").first ?? "").filter { !$0.isWhitespace }.lowercased()
  }
}

/// The kinds of destinations. A new one is its own type and a line here: pipeline.yml, its schema, the text of `richpush init` and the
/// reference use this list.
public enum Destinations {
  package static let all: [any OpenablePlace.Type] = [
    DirectoryPlace.self, S3Bucket.self, GoogleBucket.self, AzureContainer.self,
  ]

  /// pipeline.yml with all kinds.
  public static let file = PipelineFile(destinations: all)
}

/// A place that can be published to.
package protocol OpenablePlace: DestinationPlace {
  /// Prepares publishing there; the place is not contacted yet.
  /// - Throws: `ObjectStoreError` if credentials are needed and missing, or no request or address can be made.
  func open(_ access: DestinationAccess) async throws(ObjectStoreError) -> any Destination

  /// Where its credentials come from, for people; nil if it needs none.
  func credentials(_ access: DestinationAccess) async throws(ObjectStoreError) -> String?
}

extension OpenablePlace {
  package func credentials(_ access: DestinationAccess) async throws(ObjectStoreError) -> String? { nil }
}

/// How to reach a destination, besides its settings in pipeline.yml.
package struct DestinationAccess: Sendable {
  /// Searched for credentials.
  package var environment: [String: String]
  /// How to connect to a store. A run sets the number of parallel transfers, which is in pipeline.yml.
  package var store: StoreSettings
  /// For how long a published URL is retried if it does not answer yet.
  package var patience: Duration
  /// The published folder; for a place elsewhere, the folder for its records. A run sets it, like the base URL.
  package var folder = ""
  /// The URL under which files are served, ending in `/`.
  package var baseURL = ""
  /// Whether anything will be published there. If only the address is needed, no credentials are requested.
  package var needsCredentials = true

  package init(
    environment: [String: String] = ProcessInfo.processInfo.environment, store: StoreSettings = .init(),
    patience: Duration = .seconds(60)
  ) { (self.environment, self.store, self.patience) = (environment, store, patience) }

  /// The base URL as the address of all files.
  /// - Throws: `ObjectStoreError` if it cannot be one.
  package func publicAddress() throws(ObjectStoreError) -> PublicURLs {
    var diagnostics: [Diagnostic] = []
    guard let base = BaseURL(baseURL, subject: .init(.destination, baseURL), reporting: &diagnostics) else {
      throw .unusable(diagnostics.first?.message ?? "its base URL is not valid")
    }
    return .folder(base)
  }
}

/// How to reach a store.
public struct StoreSettings: Sendable {
  /// How many transfers may run at once.
  public var transfers = 8
  /// How long name lookup, connection and TLS handshake may take together.
  public var connectLimit = Duration.seconds(10)
  /// How long a transfer may stall, in whole seconds.
  public var stallLimit = Duration.seconds(20)
  /// How long one transfer may take. Fifty megabytes, the largest file that clients take, need ten minutes at 700 kbit/s.
  public var timeLimit = Duration.seconds(600)
  /// A file of certificates, in PEM form, that are trusted instead of the system's.
  public var certificateFile: String?
  public var retries = RetryPolicy()
  public var clock: RetryClock

  public init(clock: RetryClock = .system) { self.clock = clock }

  /// The settings for a service that may not exist, or is of no use if it is slow.
  func hurried(
    connect: Duration, stall: Duration = .seconds(600), time: Duration = .seconds(600), attempts: Int
  ) -> StoreSettings {
    var settings = self
    settings.connectLimit = min(connect, connectLimit)
    settings.stallLimit = min(stall, stallLimit)
    settings.timeLimit = min(time, timeLimit)
    settings.retries.mostAttempts = min(attempts, retries.mostAttempts)
    return settings
  }
}
