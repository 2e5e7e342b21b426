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
  /// - Throws: `ObjectStoreError` if credentials are needed and missing, or no request or address can be made.
  func open(_ access: DestinationAccess) async throws(ObjectStoreError) -> any Destination

  /// Where its credentials come from, for people; nil if it needs none.
  ///
  /// - Throws: `ObjectStoreError` if no source has credentials.
  func credentials(_ access: DestinationAccess) async throws(ObjectStoreError) -> String?
}

extension OpenablePlace {
  package func credentials(_ access: DestinationAccess) async throws(ObjectStoreError) -> String? { nil }
}
