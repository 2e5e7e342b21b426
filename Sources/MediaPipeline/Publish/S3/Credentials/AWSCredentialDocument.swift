import Curl
import Essentials
import Findings
import PushDelivery

/// Credentials as programs, containers and machines tell them, in JSON
/// (https://docs.aws.amazon.com/sdkref/latest/guide/feature-process-credentials.html).
struct AWSCredentialDocument: Decodable, Sendable {
  /// Programs say it; services do not.
  let version: Int?
  let accessKeyID: String
  let secretAccessKey: String
  let token: String?
  let expiration: String?

  private enum CodingKeys: String, CodingKey {
    case version = "Version"
    case accessKeyID = "AccessKeyId"
    case secretAccessKey = "SecretAccessKey"
    case token = "Token"
    case sessionToken = "SessionToken"
    case expiration = "Expiration"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    version = try? container.decodeIfPresent(Int.self, forKey: .version)
    accessKeyID = try container.decode(String.self, forKey: .accessKeyID)
    secretAccessKey = try container.decode(String.self, forKey: .secretAccessKey)
    let token = try container.decodeIfPresent(String.self, forKey: .token)
    self.token = try token ?? container.decodeIfPresent(String.self, forKey: .sessionToken)
    expiration = try container.decodeIfPresent(String.self, forKey: .expiration)
  }

  /// - Parameters:
  ///   - date: now, as `Expiration` is a moment.
  ///   - place: what errors call the source.
  func lease(at date: Date, from place: String) throws(ObjectStoreError) -> Lease<AWSCredentials> {
    let keys = AWSCredentials(
      accessKeyID: accessKeyID, secretAccessKey: Secret(secretAccessKey), sessionToken: token.map { Secret($0) })
    return Lease(try keys.sendable(from: place), life: expiration.flatMap { Moment.life(until: $0, from: date) })
  }
}

/// Moments as services write them.
enum Moment {
  /// How long it is until then, negative where that is over; nil where the text is no moment.
  static func life(until text: String, from date: Date) -> Duration? {
    // Older tools of AWS's write UTC for Z.
    let text = text.hasSuffix("UTC") ? text.dropLast(3) + "Z" : text
    guard let moment = ProtobufTimestamp(rawValue: String(text)) else { return nil }
    return .seconds(moment.seconds) - .seconds(date.timeIntervalSince1970)
  }
}
