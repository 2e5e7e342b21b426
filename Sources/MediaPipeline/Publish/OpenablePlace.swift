import Findings
public import PushDelivery

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
  ///
  /// - Throws: `CredentialsError` if credentials are needed and missing, or no request or address can be made.
  func open(_ access: PlaceAccess) async throws(CredentialsError) -> OpenPlace

  /// Where its credentials come from; nil if it needs none.
  func credentials(_ access: PlaceAccess) async -> CredentialReport?
}

extension OpenablePlace {
  package func credentials(_ access: PlaceAccess) async -> CredentialReport? { nil }
}

/// A place that is ready to be published to.
package struct OpenPlace: Sendable {
  let destination: any Destination
  /// How a file's URL is made from its name and digest, if published files are recorded.
  let address: PublicURLs?

  package init(_ destination: any Destination, address: PublicURLs? = nil) {
    self.destination = destination
    self.address = address
  }
}

/// How to open a place, besides its settings in pipeline.yml.
package struct PlaceAccess: Sendable {
  /// The published folder; for a place elsewhere, the folder for its records.
  package var folder: String
  /// The URL under which files are served, ending in `/`.
  package var baseURL: String
  /// Searched for credentials.
  package var environment: [String: String]
  /// How to reach a store.
  package var store: StoreSettings
  /// Whether anything will be published there. If only the address is needed, no credentials are requested.
  package var needsCredentials = true

  package init(folder: String, baseURL: String, environment: [String: String], store: StoreSettings) {
    self.folder = folder
    self.baseURL = baseURL
    self.environment = environment
    self.store = store
  }

  /// The base URL as the address of all files.
  ///
  /// - Throws: `CredentialsError` if it cannot be one.
  package func publicAddress() throws(CredentialsError) -> PublicURLs {
    var diagnostics: [Diagnostic] = []
    guard let base = BaseURL(baseURL, subject: .init(.destination, baseURL), reporting: &diagnostics) else {
      throw .unusable(diagnostics.first?.message ?? "its base URL is none")
    }
    return .folder(base)
  }
}

extension CredentialsError {
  package static func unusable(_ detail: String) -> CredentialsError {
    CredentialsError("the destination cannot be used: \(detail)", remedy: "correct it under `publish` of pipeline.yml")
  }
}
