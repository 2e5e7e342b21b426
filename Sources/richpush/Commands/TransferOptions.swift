import ArgumentParser
import Findings
import MediaPipeline
import PushDelivery

/// The patience and speed of publishing to a store.
struct TransferOptions: ParsableArguments {
  @Option(
    help: "How often an upload that fails is tried again: 0 to 100. (default: 11, for about two minutes)",
    transform: FlagValue.retries)
  var retries: Int?

  @Option(
    help: ArgumentHelp("How long an upload may take with all that is tried again.", valueName: "seconds"),
    transform: FlagValue.seconds)
  var timeout: Int?

  @Option(
    help: ArgumentHelp("How much all uploads send together, in bytes a second: 500k, 2M.", valueName: "bytes/s"),
    transform: FlagValue.speed)
  var bwlimit: Int?

  /// The store settings with these flags.
  func applied(to store: StoreSettings) -> StoreSettings {
    var store = store
    if let retries {
      store.retries.mostAttempts = retries + 1
      // More attempts also need more time.
      if retries >= RetryPolicy().mostAttempts { store.retries.totalLimit = store.retries.longestDelay * (retries + 1) }
    }
    if let timeout { (store.timeLimit, store.retries.totalLimit) = (.seconds(timeout), .seconds(timeout)) }
    store.bytesPerSecond = bwlimit
    return store
  }
}
