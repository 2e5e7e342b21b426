/// What became of one message.
public struct RequestOutcome: Hashable, Sendable, Codable {
  public var id: String
  public var status: Status
  /// The file's name in the request folder; nil when refused.
  public var file: String?
  /// Addresses of the assets it refers to.
  public var assets: [String]
  /// The estimated payload in bytes of the platform where it is largest.
  public var payloadBytes: Int?
  /// The same for each platform.
  public var payload: Payload?

  /// Bytes of a payload as FCM hands it to each platform.
  public struct Payload: Hashable, Sendable, Codable {
    public var android: Int
    public var apns: Int
    public var webpush: Int

    public init(android: Int, apns: Int, webpush: Int) {
      self.android = android
      self.apns = apns
      self.webpush = webpush
    }
  }

  public enum Status: String, Hashable, Sendable, Codable {
    /// Its file is in the request folder.
    case ready
    /// An error keeps it from being shown.
    case refused
    /// It is good, and was not written because the run did not get to its end.
    case withheld
  }

  public init(
    id: String, status: Status, file: String? = nil, assets: [String] = [], payloadBytes: Int? = nil,
    payload: Payload? = nil
  ) {
    self.id = id
    self.status = status
    self.file = file
    self.assets = assets
    self.payloadBytes = payloadBytes
    self.payload = payload
  }
}
