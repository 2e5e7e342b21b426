import Curl
import Essentials
import Findings
import PushDelivery

/// The role of one of Amazon's machines, by the second version of its metadata service
/// (https://docs.aws.amazon.com/sdkref/latest/guide/feature-imds-credentials.html).
struct InstanceMetadata: CredentialSource {
  private let surroundings: AWSSurroundings
  let name = "the machine's role"

  init(_ surroundings: AWSSurroundings) { self.surroundings = surroundings }

  func find() async throws(ObjectStoreError) -> SourceAnswer<AWSCredentials> {
    guard surroundings.variables["AWS_EC2_METADATA_DISABLED"]?.lowercased() != "true" else {
      return .absent("AWS_EC2_METADATA_DISABLED is set")
    }
    let endpoint = try endpoint()
    let service = CredentialService(
      "the metadata service \(endpoint)", settings: hurried, remedy: "give the machine a role", isLocal: true)
    let token: Secret
    do throws(ObjectStoreError) {
      token = try await session(endpoint, service)
    } catch {
      guard !error.isNoMachineOfAmazons else { return .absent("there is none at \(endpoint)") }
      throw error
    }
    return try await role(endpoint, token)
  }

  /// A session lasts a minute here, which is as long as it takes to ask for a role and its credentials.
  private func session(_ endpoint: String, _ service: CredentialService) async throws(ObjectStoreError) -> Secret {
    let request = HTTPRequest(
      .put, endpoint + "/latest/api/token",
      fields: [
        HTTPField("content-type", "text/plain"), HTTPField("x-aws-ec2-metadata-token-ttl-seconds", "60"),
      ], bodyLimit: 1000, timeLimit: .seconds(2))
    let text = String(decoding: try await service.body(request), as: UTF8.self).trimmed
    guard text.isToken else { throw service.unreadable }
    return Secret(text)
  }

  private func role(_ endpoint: String, _ token: Secret) async throws(ObjectStoreError) -> SourceAnswer<AWSCredentials>
  {
    let service = CredentialService(
      "the metadata service \(endpoint)", settings: surroundings.settings, remedy: "give the machine a role",
      isLocal: true)
    func request(_ name: String) -> HTTPRequest {
      HTTPRequest(
        .get, "\(endpoint)/latest/meta-data/iam/security-credentials/\(name)",
        fields: [HTTPField("x-aws-ec2-metadata-token", token.text)], bodyLimit: CredentialService.bodyLimit,
        timeLimit: CredentialService.timeLimit)
    }
    let names: String
    do throws(ObjectStoreError) {
      names = String(decoding: try await service.body(request(""), hiding: [token]), as: UTF8.self)
    } catch {
      guard error.reason == .credentials else { throw error }
      return .absent("the machine has none")
    }
    guard let role = names.split(whereSeparator: \.isNewline).first?.trimmed, !role.isEmpty else {
      return .absent("the machine has none")
    }
    let document = try await service.document(
      AWSCredentialDocument.self, request(PercentEncoding.component(role)), hiding: [token])
    let lease = try document.lease(at: surroundings.settings.clock.date(), from: "the metadata service")
    return .found(Lease(lease.credentials, life: lease.life, origin: "the role \(role)"))
  }

  /// On other machines than Amazon's there is no such service, and no need to wait for it long.
  private var hurried: StoreSettings {
    var settings = surroundings.settings
    settings.connectLimit = min(.seconds(1), settings.connectLimit)
    settings.timeLimit = min(.seconds(2), settings.timeLimit)
    settings.retries.mostAttempts = 1
    return settings
  }

  private func endpoint() throws(ObjectStoreError) -> String {
    let mode = surroundings.variables["AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE"]?.lowercased()
    let standard = mode == "ipv6" ? "http://[fd00:ec2::254]" : "http://169.254.169.254"
    let text = surroundings.variables["AWS_EC2_METADATA_SERVICE_ENDPOINT"] ?? standard
    guard let url = try? StrictURL(text), url.scheme == "http", url.userInfo == nil, url.query == nil,
      LocalAddress.contains(hostOf: url)
    else {
      throw .noCredentials(
        "the address of the metadata service is none of this machine or its link",
        remedy: "correct or unset AWS_EC2_METADATA_SERVICE_ENDPOINT")
    }
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }
}

extension ObjectStoreError {
  /// Nobody answers, or somebody who knows nothing of such sessions.
  fileprivate var isNoMachineOfAmazons: Bool {
    switch reason {
    case .unresolved, .unreachable, .timedOut, .interrupted, .credentials, .noCredentials, .refusing, .rejected,
      .unusable, .clock:
      true
    default: false
    }
  }
}
