public import Curl
import Essentials
import Findings
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

  /// Credentials that were found as texts. They become fields of a header: white space and control characters, such as a line break that
  /// was pasted along, cannot.
  ///
  /// - Parameter place: what errors call the source.
  init(_ id: String, _ secret: String, token: String?, from place: String) throws(ObjectStoreError) {
    guard [id, secret, token ?? "-"].allSatisfy(\.isToken) else {
      throw .noCredentials(
        "the AWS credentials from \(place) hold white space or characters that no key has", remedy: "copy them again")
    }
    self.init(accessKeyID: id, secretAccessKey: Secret(secret), sessionToken: token.map { Secret($0) })
  }
}

extension Lease<AWSCredentials> {
  /// Credentials as programs, containers and machines tell them, in JSON
  /// (https://docs.aws.amazon.com/sdkref/latest/guide/feature-process-credentials.html); nil where these are none.
  ///
  /// - Parameters:
  ///   - date: now, as `Expiration` is a moment.
  ///   - place: what errors call the source.
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

/// All that decides which credentials there are: variables, the files that they name, and how services are talked to.
struct AWSSurroundings: Sendable {
  let variables: Variables
  let settings: StoreSettings
  private let bucketRegion: String?

  init(_ environment: [String: String], region: String? = nil, settings: StoreSettings = .init()) {
    variables = Variables(environment)
    bucketRegion = region
    self.settings = settings
  }

  /// The folder in which `.aws` is, without a slash at its end.
  var home: String { FileSystem.homeFolder(variables["HOME"]) }

  var profile: String { namedProfile ?? "default" }
  /// The second name is the older one of AWS's command line.
  var namedProfile: String? { variables["AWS_PROFILE"] ?? variables["AWS_DEFAULT_PROFILE"] }

  var now: Date { settings.clock.date() }

  /// The region of the environment, or of the profile.
  var ownRegion: String? {
    variables["AWS_REGION"] ?? variables["AWS_DEFAULT_REGION"] ?? AWSFiles(self).profile(profile)?["region"]
  }

  /// Where services are asked that give credentials. Other stores have regions such as `auto`, of which Amazon knows nothing.
  var region: String {
    let isAmazons = { (region: String) in region.wholeMatch(of: /[a-z]{2}(-[a-z]+)+-[0-9]+/) != nil }
    return [ownRegion, bucketRegion].compactMap(\.self).first(where: isAmazons) ?? "us-east-1"
  }

  /// A path as variables have it: `~/` is the home folder.
  func path(_ text: String) -> String { text.hasPrefix("~/") ? home + text.dropFirst() : text }
}
