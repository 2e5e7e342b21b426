public import Curl
import Essentials
import Findings
import PushDelivery

/// By what Azure Blob Storage knows who sends a request. No description tells it.
public enum AzureCredentials: Hashable, Sendable {
  /// One of the two keys of a storage account, in Base64. It signs requests and is never sent.
  case accountKey(Secret)
  /// A shared access signature: a query that permits what it says, for as long as it says.
  case sharedAccessSignature(Secret)

  /// What no error may tell of them.
  var secrets: [Secret] {
    switch self {
    case .accountKey(let key): [key]
    case .sharedAccessSignature(let query): [query]
    }
  }
}

extension AzureCredentials {
  /// A key of an account, as people copy it.
  ///
  /// - Throws: `ObjectStoreError` where it is not Base64.
  static func key(_ text: String, from place: String) throws(ObjectStoreError) -> AzureCredentials {
    guard let bytes = Data(base64Encoded: text), !bytes.isEmpty else {
      throw .noCredentials(
        "the account's key is not Base64", remedy: "copy the key into \(place) again, with its end ==")
    }
    return .accountKey(Secret(text))
  }

  /// A shared access signature, as people copy it, and for how long it is good: `se` says when it ends
  /// (https://learn.microsoft.com/rest/api/storageservices/create-service-sas). A stored access policy may say so instead.
  ///
  /// - Parameter now: the time of this machine.
  /// - Throws: `ObjectStoreError` where it is none, or has ended.
  static func signature(
    _ text: String, from place: String, now: Date
  ) throws(ObjectStoreError) -> Lease<AzureCredentials> {
    let token = text.hasPrefix("?") ? String(text.dropFirst()) : text
    let pairs = token.split(separator: "&")
    guard token.utf8.allSatisfy({ isQueryByte($0) }), pairs.contains(where: { $0.hasPrefix("sig=") }) else {
      throw .noCredentials(
        "it holds no shared access signature",
        remedy: "copy the signature into \(place) again: it has a part sig= and no spaces")
    }
    let end = pairs.first { $0.hasPrefix("se=") }.flatMap { PercentEncoding.decoded($0.dropFirst(3)) }
    let life = end.flatMap(seconds).map { Duration.seconds($0 - Int64(now.timeIntervalSince1970)) }
    if let end, let life, life <= .zero {
      throw .noCredentials("the shared access signature ended at \(end)", remedy: "set \(place) to a new one")
    }
    return Lease(.sharedAccessSignature(Secret(token)), life: life)
  }

  /// What a query may hold (https://datatracker.ietf.org/doc/html/rfc3986#section-3.4); a quote would only be one that was pasted along.
  private static func isQueryByte(_ byte: UInt8) -> Bool {
    isUnreserved(byte) || "%!$&()*+,;=:@/?".utf8.contains(byte)
  }

  /// Since 1970. A moment may be a day alone, or lack its seconds
  /// (https://learn.microsoft.com/rest/api/storageservices/formatting-datetime-values).
  private static func seconds(_ text: String) -> Int64? {
    let texts = [text, text + "T00:00:00Z", text.replacing("Z", with: ":00Z")]
    return texts.lazy.compactMap { ProtobufTimestamp(rawValue: $0)?.seconds }.first
  }
}
