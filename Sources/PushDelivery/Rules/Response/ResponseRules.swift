/// The rules about what a server answers when clients load an asset.
public enum ResponseRules {
  public static let all: [Rule<HostedAsset>] = []
}

/// What the three clients got from one address.
public struct HostedAsset: Hashable, Sendable {
}

/// A server's answer, told so that a test server can give it.
public struct ResponseExample: Hashable, Sendable {
  /// The path and query of the address.
  public let path: String
}
