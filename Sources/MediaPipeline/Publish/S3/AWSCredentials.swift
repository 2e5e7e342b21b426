public import Curl
import PushDelivery

/// By what AWS, and stores that are compatible with its S3, know who sends a request. The secret parts are in no description.
public struct AWSCredentials: Hashable, Sendable {
  public let accessKeyID: String
  public let secretAccessKey: Secret
  /// Of temporary credentials.
  public let sessionToken: Secret?

  public init(accessKeyID: String, secretAccessKey: Secret, sessionToken: Secret? = nil) {
    self.accessKeyID = accessKeyID
    self.secretAccessKey = secretAccessKey
    self.sessionToken = sessionToken
  }

  /// What no error may tell of them.
  var secrets: [Secret] { [secretAccessKey] + [sessionToken].compactMap(\.self) }

  /// They become fields of a header: white space and control characters, such as a line break that was pasted along, cannot.
  func requireSendable(from place: String) throws(CredentialsError) -> AWSCredentials {
    let texts = [accessKeyID, secretAccessKey.text, sessionToken?.text ?? "-"]
    guard texts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } }) else {
      throw CredentialsError(
        "the AWS credentials from \(place) hold white space or characters that no key has", remedy: "copy them again")
    }
    return self
  }
}
