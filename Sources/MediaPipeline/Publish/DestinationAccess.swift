import Foundation

/// By what a destination is reached, beside what pipeline.yml says of it.
package struct DestinationAccess: Sendable {
  /// Where credentials are looked for.
  package var environment: [String: String]
  /// How a store is talked to; how many transfers there are at once is pipeline.yml's to say.
  package var store: StoreSettings
  /// For how long a published URL that does not answer yet is asked again: caches in front of a bucket may be late.
  package var patience: Duration

  package init(
    environment: [String: String] = ProcessInfo.processInfo.environment, store: StoreSettings = .init(),
    patience: Duration = .seconds(60)
  ) {
    self.environment = environment
    self.store = store
    self.patience = patience
  }
}
