/// A request in every form that is wanted: what is to be written, and where.
public struct FormattedRequest: Hashable, Sendable {
  public let id: MessageIdentifier
  /// The published files that it refers to.
  public let assetURLs: [String]
  public let forms: [Form]

  /// One of its forms.
  public struct Form: Hashable, Sendable {
    public let format: RequestFormat
    /// Whether it asks FCM only to check the message.
    public let isRehearsal: Bool
    /// The file, relative to the request folder.
    public let path: String
    /// Whether the file is that of all requests, to which this is added.
    public let isShared: Bool
    public let bytes: [UInt8]
    /// Header fields that must go with it, where it goes to a push service directly.
    public let headers: [String: String]
  }
}

/// The file of all requests in one form: what stands around them.
public struct SharedRequestFile: Hashable, Sendable {
  public let format: RequestFormat
  public let isRehearsal: Bool
  /// Relative to the request folder.
  public let path: String
  /// What comes before the first request.
  public let opening: [UInt8]
  /// What comes behind the last one.
  public let closing: [UInt8]
}
