import Curl
import Findings
import PushDelivery

/// Names and values that describe an account (https://learn.microsoft.com/azure/storage/common/storage-configure-connection-string).
/// Descriptions show no values: some are keys.
struct AzureConnectionString: Sendable {
  private let values: [String: Secret]
  /// The variable that contains it.
  private let name: String

  /// - Throws: `ObjectStoreError` if a part between semicolons is not a pair.
  init(_ text: String, named name: String) throws(ObjectStoreError) {
    let pairs = text.split(separator: ";").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    guard pairs.allSatisfy({ $0.count == 2 }) else {
      throw .noCredentials(
        "it is no connection string",
        remedy: "copy it again, as Azure shows it, and put it in quotes: AccountName=...;AccountKey=...")
    }
    let values = Dictionary(pairs.map { ($0[0].trimmed.lowercased(), Secret($0[1])) }) { $1 }
    let isEmulator = values["usedevelopmentstorage"]?.text.trimmed.lowercased() == "true"
    self.values =
      isEmulator ? values.merging(Self.emulator(at: values["developmentstorageproxyuri"]?.text)) { $1 } : values
    self.name = name
  }

  /// The meaning of `UseDevelopmentStorage=true`: Azurite's account and its well-known key
  /// (https://learn.microsoft.com/azure/storage/common/storage-use-azurite#well-known-storage-account-and-key).
  ///
  /// - Parameter host: scheme and host of an emulator elsewhere; nil for this machine.
  private static func emulator(at host: String?) -> [String: Secret] {
    let account = "devstoreaccount1"
    let key = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
    return [
      "accountname": Secret(account), "accountkey": Secret(key),
      "blobendpoint": Secret("\(host ?? "http://127.0.0.1"):10000/\(account)"),
    ]
  }

  /// The value of a name, ignoring case.
  subscript(_ name: String) -> String? { values[name.lowercased()]?.text }

  /// Its account and address must be the destination's: one account does not serve another's files.
  func requireMatch(with location: AzureContainer) throws(ObjectStoreError) {
    if let account = self["AccountName"], account != location.account {
      throw mismatch("the account \(account)", location.account, key: "account")
    }
    guard let url = blobURL(of: location), url.lowercased() != location.serviceURL.lowercased() else { return }
    throw mismatch("the endpoint \(url.maskingSecrets)", location.serviceURL, key: "endpoint")
  }

  /// Its address of blobs, without a slash at its end; nil if it uses Azure's standard names.
  private func blobURL(of location: AzureContainer) -> String? {
    if let url = self["BlobEndpoint"]?.prefix(while: { $0 != "?" }) {
      return String(url.hasSuffix("/") ? url.dropLast() : url)
    }
    // Azure's connection strings contain no custom domains.
    let start = "https://\(location.account).blob."
    guard let suffix = self["EndpointSuffix"], location.serviceURL.hasPrefix(start) else { return nil }
    return start + suffix
  }

  private func mismatch(_ what: String, _ expected: String, key: String) -> ObjectStoreError {
    .noCredentials(
      "it is of \(what), and the destination's is \(expected)",
      remedy: "set \(name) to the one of \(expected), or correct `\(key)` in pipeline.yml")
  }
}
