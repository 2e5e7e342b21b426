public import Curl
import Essentials
import Findings
import PushDelivery

/// Credentials for AWS and S3-compatible stores. Descriptions do not show the secret parts.
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

  /// Secrets hidden in errors.
  var secrets: [Secret] { [secretAccessKey] + [sessionToken].compactMap(\.self) }

  /// Credentials from texts. They become header fields, so white space and control characters, such as a pasted line break, are refused.
  ///
  /// - Parameter place: the source's name in errors.
  init(_ id: String, _ secret: String, token: String?, from place: String) throws(ObjectStoreError) {
    guard [id, secret, token ?? "-"].allSatisfy(\.isToken) else {
      throw .noCredentials(
        "the AWS credentials from \(place) hold white space or characters that no key has", remedy: "copy them again")
    }
    self.init(accessKeyID: id, secretAccessKey: Secret(secret), sessionToken: token.map { Secret($0) })
  }
}

extension Lease<AWSCredentials> {
  /// Credentials from programs, containers and machines, in JSON
  /// (https://docs.aws.amazon.com/sdkref/latest/guide/feature-process-credentials.html); nil for other JSON.
  ///
  /// - Parameters:
  ///   - date: now, to compute the lifetime.
  ///   - place: the source's name in errors.
  init?(_ document: JSONValue, at date: Date, from place: String) throws(ObjectStoreError) {
    guard let id = document["AccessKeyId"]?.text, let secret = document["SecretAccessKey"]?.text else { return nil }
    let token = document["Token"]?.text ?? document["SessionToken"]?.text
    let end = document["Expiration"]?.text
    self.init(
      try AWSCredentials(id, secret, token: token, from: place),
      life: end.flatMap { Moment.life(until: $0, from: date) })
  }
}

extension AWSCredentials {
  /// Credentials from where AWS's own tools look, in their order (https://docs.aws.amazon.com/sdkref/latest/guide/standardized-credentials.html).
  ///
  /// - Parameters:
  ///   - region: of the bucket, for services that are in the same one unless the environment or a profile says another.
  ///   - settings: how those services are talked to.
  public static func chain(
    environment: [String: String], region: String? = nil, settings: StoreSettings = .init()
  ) -> CredentialChain<AWSCredentials> {
    let place = AWSSurroundings(environment, region: region, settings: settings)
    return CredentialChain(
      for: "Amazon S3",
      remedy:
        "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, or write a profile with `aws configure`",
      [
        CredentialSource("the environment", place.keysOfEnvironment),
        CredentialSource("the web identity", place.webIdentityOfEnvironment),
        CredentialSource("the profile \(place.profile)", place.keysOfProfile),
        CredentialSource("the container", place.keysOfContainer),
        CredentialSource("the machine's role", place.roleOfMachine),
      ])
  }
}

/// Everything that determines the credentials: variables, the files that they name, and how to connect to services.
struct AWSSurroundings: Sendable {
  let variables: Variables
  let settings: StoreSettings
  private let bucketRegion: String?

  init(_ environment: [String: String], region: String? = nil, settings: StoreSettings = .init()) {
    variables = Variables(environment)
    bucketRegion = region
    self.settings = settings
  }

  /// The folder with `.aws`, without a slash at its end.
  var home: String { FileSystem.homeFolder(variables["HOME"]) }

  var profile: String { namedProfile ?? "default" }
  /// The second name is the AWS command line's older one.
  var namedProfile: String? { variables["AWS_PROFILE"] ?? variables["AWS_DEFAULT_PROFILE"] }

  var now: Date { settings.clock.date() }

  /// The region of the environment, or of the profile.
  var ownRegion: String? {
    variables["AWS_REGION"] ?? variables["AWS_DEFAULT_REGION"] ?? AWSFiles(self).profile(profile)?["region"]
  }

  /// The region of the credential services. Other stores have regions such as `auto`, which Amazon does not know.
  var region: String {
    let isAmazons = { (region: String) in region.wholeMatch(of: /[a-z]{2}(-[a-z]+)+-[0-9]+/) != nil }
    return [ownRegion, bucketRegion].compactMap(\.self).first(where: isAmazons) ?? "us-east-1"
  }

  /// Expands a variable's path: `~/` is the home folder.
  func path(_ text: String) -> String { text.hasPrefix("~/") ? home + text.dropFirst() : text }
}
