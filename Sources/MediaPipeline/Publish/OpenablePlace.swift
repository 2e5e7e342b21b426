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
  func open(_ access: DestinationAccess) async throws(CredentialsError) -> OpenPlace

  /// Where its credentials come from; nil if it needs none.
  func credentials(_ access: DestinationAccess) async -> CredentialReport?
}

extension OpenablePlace {
  package func credentials(_ access: DestinationAccess) async -> CredentialReport? { nil }
}

/// A place that is ready to be published to.
package struct OpenPlace: Sendable {
  package let destination: any Destination
  /// How a file's URL is made from its name and digest, if published files are recorded.
  let address: PublicURLs?

  package init(_ destination: any Destination, address: PublicURLs? = nil) {
    (self.destination, self.address) = (destination, address)
  }
}
