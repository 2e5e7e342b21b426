/// What comes before the names of a bucket's objects, such as `spring/`: empty, or components that each end in `/`.
public struct ObjectPrefix: Hashable, Sendable {
  public let text: String

  public static let none = ObjectPrefix()

  private init() { text = "" }

  /// A missing last `/` is added. Nil for what could not be a part of a URL's path as it stands: an empty component, `.` or
  /// `..`, a control character, or more than 800 bytes, since S3 and Cloud Storage take keys of at most 1024
  /// (https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html).
  public init?(_ text: String) {
    guard !text.isEmpty else {
      self = .none
      return
    }
    let whole = text.hasSuffix("/") ? text : text + "/"
    let components = whole.dropLast().split(separator: "/", omittingEmptySubsequences: false)
    guard whole.utf8.count <= 800, components.allSatisfy({ !["", ".", ".."].contains($0) }),
      whole.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
    else { return nil }
    self.text = whole
  }
}
