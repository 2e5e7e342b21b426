import Findings
public import PushDelivery

/// The kinds of destinations that there are. Another one is a type of its own and a line here: pipeline.yml, its schema, the text
/// of `richpush init` and the reference know it by this list.
public enum Destinations {
  package static let all: [any OpenablePlace.Type] = [
    DirectoryPlace.self, S3Bucket.self, GoogleBucket.self, AzureContainer.self,
  ]

  /// pipeline.yml with all of them.
  public static let file = PipelineFile(destinations: all)
}

/// A place that can be published to.
package protocol OpenablePlace: DestinationPlace {
  /// Finds what is needed to publish there; the place itself is asked nothing yet.
  ///
  /// - Throws: `CredentialsError` where credentials are needed and missing, or no request or address can be made.
  func open(_ access: PlaceAccess) async throws(CredentialsError) -> OpenPlace

  /// Where its credentials come from; nil where it needs none.
  func credentials(_ access: PlaceAccess) async -> CredentialReport?
}

extension OpenablePlace {
  package func credentials(_ access: PlaceAccess) async -> CredentialReport? { nil }
}

/// A place that is ready to be published to.
package struct OpenPlace: Sendable {
  let destination: any Destination
  /// How the URL of a file is made of its name and digest, where what was published is worth remembering.
  let address: PublicURLs?

  package init(_ destination: any Destination, address: PublicURLs? = nil) {
    self.destination = destination
    self.address = address
  }
}

/// By what a place is opened, beside what pipeline.yml says of it.
package struct PlaceAccess: Sendable {
  /// The folder that is published to; for a place elsewhere, one for what a run keeps about it.
  package var folder: String
  /// The URL under which files are served, ending in `/`.
  package var baseURL: String
  /// Where credentials are looked for.
  package var environment: [String: String]
  /// How a store is talked to.
  package var store: StoreSettings
  /// Whether anything is to be published there. Where only the address is wanted, nobody is asked for credentials.
  package var needsCredentials = true

  package init(folder: String, baseURL: String, environment: [String: String], store: StoreSettings) {
    self.folder = folder
    self.baseURL = baseURL
    self.environment = environment
    self.store = store
  }

  /// The base URL as the address of all files.
  ///
  /// - Throws: `CredentialsError` where none can be made of it.
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
