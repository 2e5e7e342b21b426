import Curl
import Findings
import PushDelivery

/// Pairs of names and values by which an account is known
/// (https://learn.microsoft.com/azure/storage/common/storage-configure-connection-string). No description tells a value: keys are among
/// them.
struct AzureConnectionString: Sendable {
  private let values: [String: Secret]
  /// The variable that it stands in.
  private let name: String

  /// - Throws: `ObjectStoreError` where something between its semicolons is no pair.
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

  /// What `UseDevelopmentStorage=true` stands for: the account that Azurite has, and its key, which everybody knows
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

  /// The value of a name, in whose letters capitals do not count.
  subscript(_ name: String) -> String? { values[name.lowercased()]?.text }

  /// What it says of the account and its address must be the destination's: what is published to one account is not served from
  /// another.
  func requireMatch(with location: AzureContainer) throws(ObjectStoreError) {
    if let account = self["AccountName"], account != location.account {
      throw mismatch("the account \(account)", location.account, key: "account")
    }
    guard let url = blobURL(of: location), url.lowercased() != location.serviceURL.lowercased() else { return }
    throw mismatch("the endpoint \(url.maskingSecrets)", location.serviceURL, key: "endpoint")
  }

  /// Where it says that blobs are, without a slash at its end; nil where it leaves that to Azure's own names.
  private func blobURL(of location: AzureContainer) -> String? {
    if let url = self["BlobEndpoint"]?.prefix(while: { $0 != "?" }) {
      return String(url.hasSuffix("/") ? url.dropLast() : url)
    }
    // A domain of one's own stands in no connection string that Azure shows.
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
