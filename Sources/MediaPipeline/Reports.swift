public import Findings
public import MediaFacts
public import PushDelivery

/// The result of `verify`. Its JSON form is a public contract; `version` is raised when a field changes meaning or goes.
public struct VerificationReport: Hashable, Sendable, Codable {
  /// The version of the JSON form.
  public var version = 1
  /// One for each URL in the requests, in the order of the URLs.
  public var assets: [Asset]
  public var diagnostics: [Diagnostic]
  /// Whether all requests of the set are marked as proven now.
  public var proof: DeliveryProof

  /// A URL that was loaded.
  public struct Asset: Hashable, Sendable, Codable {
    public var url: String
    public var digest: ContentDigest
    /// Whether it delivers the published bytes.
    public var proof: DeliveryProof
  }

  public var hasEnvironmentalErrors: Bool { diagnostics.contains { $0.severity == .error && $0.rule.isEnvironmental } }
}

/// The result of `prune`. Its JSON form is a public contract; `version` is raised when a field changes its meaning or goes.
public struct PruningReport: Hashable, Sendable, Codable {
  /// The version of the JSON form.
  public var version = 1
  /// Old files that no request refers to, by name; after removal, the removed ones.
  public var files: [File]
  /// Whether they were removed, not only listed.
  public var isRemoved: Bool
  /// Failed removals, and why.
  public var diagnostics: [Diagnostic] = []

  /// A file of the destination.
  public struct File: Hashable, Sendable, Codable {
    public var name: String
    public var bytes: Int
    /// Its age since publication, in seconds.
    public var seconds: Int
  }
}

/// What `publish` did. Its JSON form is a public contract; `version` is raised when a field changes meaning or goes.
public struct PublicationReport: Hashable, Sendable, Codable {
  /// The version of the JSON form.
  public var version = 1
  /// The destination's name in pipeline.yml.
  public var destination: String
  /// One for each file, sorted by name.
  public var assets: [Asset]
  public var diagnostics: [Diagnostic]

  /// A file that is at its URL.
  public struct Asset: Hashable, Sendable, Codable {
    public var name: String
    public var url: String
    public var bytes: Int
    public var digest: ContentDigest
    /// False if equal bytes were there already.
    public var written: Bool
  }

  public var hasDestinationErrors: Bool { diagnostics.contains(where: \.isDestinationError) }

  public var hasEnvironmentalErrors: Bool { diagnostics.contains { $0.severity == .error && $0.rule.isEnvironmental } }
}
