import Findings
package import PushDelivery

/// Where a container of Azure Blob Storage is.
public struct AzureLocation: Hashable, Sendable {
  public let account: String
  public let container: String
  /// Scheme, host and perhaps a port and a path of the account's blob service, without a slash at its end.
  public let serviceURL: String

  /// Nil where a URL or a signature made of these would not be well formed.
  ///
  /// - Parameter serviceURL: nil for Azure's own in its public cloud.
  public init?(account: String, container: String, serviceURL: String? = nil) {
    let url = serviceURL ?? "https://\(account).blob.core.windows.net"
    guard account.wholeMatch(of: /[a-z0-9]{1,63}/) != nil, Self.isContainer(container), SecureURL(url) != nil,
      !url.hasSuffix("/")
    else { return nil }
    self.account = account
    self.container = container
    self.serviceURL = url
  }

  var containerURL: String { "\(serviceURL)/\(container)" }

  func url(ofKey key: String) -> String { "\(containerURL)/\(PercentEncoding.path(key))" }

  /// Names with a dollar sign are Azure's own, such as `$web`; it stands in paths as it is.
  private static func isContainer(_ name: String) -> Bool { name.wholeMatch(of: /\$?[a-z0-9-]{1,63}/) != nil }
}

extension AzureContainer: OpenablePlace {
  package func open(_ access: PlaceAccess) async throws(CredentialsError) -> OpenPlace {
    guard let location, let prefix = ObjectPrefix(prefix) else {
      throw .unusable("no request can be made of its account, container, endpoint and prefix")
    }
    let credentials = AzureCredentials.chain(location, environment: access.environment, clock: access.store.clock)
    let store = AzureStore(location, credentials: credentials, traits: traits, settings: access.store)
    if access.needsCredentials { try await store.authorized.require() }
    let address = try access.publicAddress()
    return OpenPlace(BucketDestination(store, prefix: prefix, address: address), address: address)
  }

  package func credentials(_ access: PlaceAccess) async -> CredentialReport? {
    guard let location else { return nil }
    return await AzureCredentials.chain(location, environment: access.environment, clock: access.store.clock).report()
  }

  private var location: AzureLocation? {
    AzureLocation(account: account, container: container, serviceURL: serviceURL)
  }
}
