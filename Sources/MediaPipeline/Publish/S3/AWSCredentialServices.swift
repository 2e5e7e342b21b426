import Curl
import Findings
import PushDelivery

// Services that give the credentials of a role.
extension AWSSurroundings {
  func webIdentityOfEnvironment() async throws(ObjectStoreError) -> SourceAnswer<AWSCredentials> {
    let names = (file: "AWS_WEB_IDENTITY_TOKEN_FILE", role: "AWS_ROLE_ARN")
    return try await webIdentity(
      variables[names.file], variables[names.role], session: variables["AWS_ROLE_SESSION_NAME"], names: names)
  }

  /// A role assumed with another issuer's token for this process, such as a Kubernetes cluster's
  /// (https://docs.aws.amazon.com/sdkref/latest/guide/access-assume-role-web.html).
  ///
  /// - Parameter names: the settings for the token and the role.
  func webIdentity(
    _ file: String?, _ role: String?, session: String?, names: (file: String, role: String)
  ) async throws(ObjectStoreError) -> SourceAnswer<AWSCredentials> {
    guard let file else { return .absent("\(names.file) is not set") }
    guard let role else {
      throw .noCredentials("\(names.file) is set and \(names.role) is not", remedy: "set both, or neither")
    }
    let token = try SecretFile.read(path(file), named: names.file)
    // https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithWebIdentity.html
    let form = [
      ("Action", "AssumeRoleWithWebIdentity"), ("WebIdentityToken", token.text), ("RoleArn", role),
      ("RoleSessionName", session ?? "richpush"), ("Version", "2011-06-15"),
    ]
    let url = try tokenServiceURL()
    let service = CredentialService(
      "the token service \(url)", settings: settings,
      remedy: "let the role trust who asks for it, and correct role_arn where it is another")
    let text = String(
      decoding: try await service.body(CredentialService.request(url, form: form), hiding: [token]), as: UTF8.self)
    func element(_ name: String) -> String? { XMLText.element(name, in: text) }
    guard let id = element("AccessKeyId"), let secret = element("SecretAccessKey"), let end = element("Expiration"),
      let session = element("SessionToken")
    else { throw service.unreadable }
    let keys = try AWSCredentials(id, secret, token: session, from: "the token service")
    return .found(Lease(keys, life: Moment.life(until: end, from: now), origin: "the role \(role)"))
  }

  /// - Throws: `ObjectStoreError` if the connection would not be encrypted.
  private func tokenServiceURL() throws(ObjectStoreError) -> String {
    let other = variables["AWS_ENDPOINT_URL_STS"] ?? variables["AWS_ENDPOINT_URL"]
    let endpoint = other ?? "https://sts.\(region).amazonaws.com\(region.hasPrefix("cn-") ? ".cn" : "")"
    guard let url = SecureURL(endpoint)?.text else {
      throw .noCredentials(
        "\(endpoint.maskingSecrets) is no address of a service that anybody may be told credentials at",
        remedy: "write https:// in AWS_ENDPOINT_URL_STS, or in AWS_ENDPOINT_URL")
    }
    return url.hasSuffix("/") ? url : url + "/"
  }

  /// The role of a container: of Amazon's ECS, or of a pod of EKS
  /// (https://docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html).
  func keysOfContainer() async throws(ObjectStoreError) -> SourceAnswer<AWSCredentials> {
    guard let url = try containerURL() else { return .absent("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI is not set") }
    let token = try containerToken()
    let service = CredentialService(
      "the container's credentials \(url.text.maskingSecrets)", settings: settings,
      remedy: "give the task or the pod a role", isLocal: url.scheme == "http")
    let fields = token.map { [HTTPField("authorization", $0.text)] } ?? []
    let document = try await service.document(
      CredentialService.request(.get, url.text, fields), hiding: [token].compactMap(\.self))
    guard let lease = try Lease(document, at: now, from: "the container") else { throw service.unreadable }
    return .found(lease)
  }

  /// Plain http is only for the local agent: its server determines the credentials.
  private func containerURL() throws(ObjectStoreError) -> StrictURL? {
    // The address of ECS's agent.
    let relative = variables["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"].map {
      "http://169.254.170.2" + ($0.hasPrefix("/") ? "" : "/") + $0
    }
    guard let text = relative ?? variables["AWS_CONTAINER_CREDENTIALS_FULL_URI"] else { return nil }
    guard let url = LocalAddress.url(text, orSecure: true) else {
      throw .noCredentials(
        "the address is neither https nor one of this machine or its link",
        remedy: "correct AWS_CONTAINER_CREDENTIALS_FULL_URI")
    }
    return url
  }

  private func containerToken() throws(ObjectStoreError) -> Secret? {
    let key = "AWS_CONTAINER_AUTHORIZATION_TOKEN"
    if let file = variables[key + "_FILE"] { return try SecretFile.read(file, named: key + "_FILE") }
    guard let token = variables[key] else { return nil }
    guard token.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw .noCredentials("\(key) holds a line break or characters that no token has", remedy: "set it anew")
    }
    return Secret(token)
  }

  /// The role of an Amazon machine, from the second version of its metadata service
  /// (https://docs.aws.amazon.com/sdkref/latest/guide/feature-imds-credentials.html).
  func roleOfMachine() async throws(ObjectStoreError) -> SourceAnswer<AWSCredentials> {
    guard variables["AWS_EC2_METADATA_DISABLED"]?.lowercased() != "true" else {
      return .absent("AWS_EC2_METADATA_DISABLED is set")
    }
    let endpoint = try metadataEndpoint()
    guard let token = try await metadataSession(endpoint) else { return .absent("there is none at \(endpoint)") }
    let service = metadataService(endpoint, settings)
    func request(_ name: String) -> HTTPRequest {
      CredentialService.request(
        .get, "\(endpoint)/latest/meta-data/iam/security-credentials/\(name)",
        [HTTPField("x-aws-ec2-metadata-token", token.text)])
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
    let document = try await service.document(request(PercentEncoding.component(role)), hiding: [token])
    guard var lease = try Lease(document, at: now, from: "the metadata service") else { throw service.unreadable }
    lease.origin = "the role \(role)"
    return .found(lease)
  }

  private func metadataService(_ endpoint: String, _ settings: StoreSettings) -> CredentialService {
    CredentialService(
      "the metadata service \(endpoint)", settings: settings, remedy: "give the machine a role", isLocal: true)
  }

  /// Opens a session of a minute, enough to request a role and its credentials. Only Amazon's machines have this service, so the wait is
  /// short.
  ///
  /// - Returns: nil if no server answers, or it does not support sessions.
  private func metadataSession(_ endpoint: String) async throws(ObjectStoreError) -> Secret? {
    let service = metadataService(
      endpoint, settings.hurried(connect: .seconds(1), time: .seconds(2), attempts: 1))
    let fields = [HTTPField("content-type", "text/plain"), HTTPField("x-aws-ec2-metadata-token-ttl-seconds", "60")]
    do throws(ObjectStoreError) {
      let body = try await service.body(
        CredentialService.request(.put, endpoint + "/latest/api/token", fields, within: .seconds(2)))
      let text = String(decoding: body, as: UTF8.self).trimmed
      return text.isToken ? Secret(text) : nil
    } catch {
      switch error.reason {
      case .unresolved, .unreachable, .timedOut, .interrupted, .credentials, .noCredentials, .refusing, .rejected,
        .unusable, .clock:
        return nil
      default: throw error
      }
    }
  }

  private func metadataEndpoint() throws(ObjectStoreError) -> String {
    let mode = variables["AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE"]?.lowercased()
    let standard = mode == "ipv6" ? "http://[fd00:ec2::254]" : "http://169.254.169.254"
    let text = variables["AWS_EC2_METADATA_SERVICE_ENDPOINT"] ?? standard
    guard let url = LocalAddress.url(text, orSecure: false), url.query == nil else {
      throw .noCredentials(
        "the address of the metadata service is none of this machine or its link",
        remedy: "correct or unset AWS_EC2_METADATA_SERVICE_ENDPOINT")
    }
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }
}
