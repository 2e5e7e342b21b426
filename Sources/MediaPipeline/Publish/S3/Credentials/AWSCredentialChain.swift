import Essentials
import Findings

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
        EnvironmentKeys(variables: place.variables),
        WebIdentity(place, environment: place.variables),
        ProfileCredentials(place, profile: place.profile, isNamed: place.isProfileNamed),
        ContainerCredentials(place),
        InstanceMetadata(place),
      ])
  }
}

extension ProfileCredentials {
  /// What a profile may say of its credentials, in the order in which it counts.
  static func ways(
    of profile: AWSProfile, in place: AWSSurroundings, behind others: [String]
  ) -> [any CredentialSource<AWSCredentials>] {
    [
      RoleOfProfile(place, profile, behind: others),
      WebIdentity(place, profile: profile),
      SingleSignOn(place, profile),
      StoredKeys(profile),
      CredentialProcess(place, profile),
      ConsoleLogin(profile),
    ]
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
  var isProfileNamed: Bool { namedProfile != nil }

  /// The second name is the older one of AWS's command line.
  private var namedProfile: String? { variables["AWS_PROFILE"] ?? variables["AWS_DEFAULT_PROFILE"] }

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

  /// The URL of a service, without a slash at its end.
  ///
  /// - Parameters:
  ///   - name: as variables end in that name another: `STS` of `AWS_ENDPOINT_URL_STS`.
  ///   - host: what Amazon's own host begins with.
  /// - Throws: `ObjectStoreError` where anybody on the way could read what is sent there.
  func endpoint(_ name: String, host: String, region: String) throws(ObjectStoreError) -> String {
    let domain = "amazonaws.com" + (region.hasPrefix("cn-") ? ".cn" : "")
    let other = variables["AWS_ENDPOINT_URL_\(name)"] ?? variables["AWS_ENDPOINT_URL"]
    let endpoint = other ?? "https://\(host).\(region).\(domain)"
    guard let url = SecureURL(endpoint) else {
      throw .noCredentials(
        "\(endpoint.maskingSecrets) is no address of a service that anybody may be told credentials at",
        remedy: "write https:// in AWS_ENDPOINT_URL_\(name), or in AWS_ENDPOINT_URL")
    }
    return url.text.hasSuffix("/") ? String(url.text.dropLast()) : url.text
  }
}
