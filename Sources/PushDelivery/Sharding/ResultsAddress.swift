import Findings

/// The place for the results of a planned run's shards, visible to all machines.
public enum ResultsAddress: Hashable, Sendable, CustomStringConvertible {
  case folder(String)
  case bucket(BucketAddress)

  /// Why a text is not such an address, and how to fix it. It contains no password.
  public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
  }

  /// Reads a folder's path, `s3://bucket/prefix` or `gs://bucket/prefix`.
  ///
  /// - Throws: `Refusal`.
  public init(_ text: String) throws(Refusal) {
    guard !text.isEmpty else { throw Refusal(description: "it is empty: name a folder or a bucket") }
    guard text.contains("://") else {
      self = .folder(text)
      return
    }
    guard let address = (try? StrictURL(text)).flatMap(BucketAddress.init) else {
      throw Refusal(
        description:
          "\(text.contains("@") ? "it" : text.quoted) is no bucket with a prefix: write it as s3://bucket/prefix or gs://bucket/prefix, of letters, digits and -._~"
      )
    }
    self = .bucket(address)
  }

  /// nil for a bucket.
  public var folder: String? { if case .folder(let path) = self { path } else { nil } }

  public var description: String {
    switch self {
    case .folder(let path): path
    case .bucket(let address): address.description
    }
  }
}
