import Findings
import Libraries
import PushDelivery

// Services that give the credentials of a role.
extension AWSSurroundings {
  func webIdentityOfEnvironment() async throws(ObjectStoreError) -> SourceAnswer {
    let names = (file: "AWS_WEB_IDENTITY_TOKEN_FILE", role: "AWS_ROLE_ARN")
    guard let file = variables[names.file] else { return .absent("\(names.file) is not set") }
    let session = variables["AWS_ROLE_SESSION_NAME"]
    return .found(try await webIdentity(file, variables[names.role], session: session, names: names))
  }

  /// A role assumed with another issuer's token for this process, such as a Kubernetes cluster's
  /// (https://docs.aws.amazon.com/sdkref/latest/guide/access-assume-role-web.html). The names are those of the settings.
  func webIdentity(
    _ file: String, _ role: String?, session: String?, names: (file: String, role: String)
  ) async throws(ObjectStoreError) -> Lease {
    guard let role else { throw .credentials("halfSet", names.file, names.role) }
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
    let answer = try await service.body(.form(url, form), hiding: [token])
    let names = ["AccessKeyId", "SecretAccessKey", "SessionToken", "Expiration"]
    let found = names.compactMap { XMLText.element($0, answer) }
    guard found.count == 4 else { throw service.unreadable }
    return try Lease(
      id: found[0], secret: found[1], token: found[2], from: "the token service",
      life: Lease.life(until: found[3], from: now))
  }

  private func tokenServiceURL() throws(ObjectStoreError) -> String {
    let other = variables["AWS_ENDPOINT_URL_STS"] ?? variables["AWS_ENDPOINT_URL"]
    let endpoint = other ?? "https://sts.\(region).amazonaws.com\(region.hasPrefix("cn-") ? ".cn" : "")"
    guard SafeURL.ofSecrets(endpoint) != nil else { throw .credentials("unsafeTokenService", endpoint.maskingSecrets) }
    return endpoint.hasSuffix("/") ? endpoint : endpoint + "/"
  }

  /// The role of a container: of Amazon's ECS, or of a pod of EKS
  /// (https://docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html).
  func keysOfContainer() async throws(ObjectStoreError) -> SourceAnswer {
    let (relative, full) = ("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "AWS_CONTAINER_CREDENTIALS_FULL_URI")
    // The address of ECS's agent.
    let agent = variables[relative].map { "http://169.254.170.2" + ($0.hasPrefix("/") ? "" : "/") + $0 }
    guard let text = agent ?? variables[full] else { return .absent("\(relative) is not set") }
    // Plain http is only for the local agent: its server determines the credentials.
    guard let url = SafeURL.orNearby(text) else { throw .credentials("unsafeContainer", full) }
    let token = try containerToken()
    let service = CredentialService(
      "the container's credentials \(text.maskingSecrets)", settings: settings,
      remedy: "give the task or the pod a role", isLocal: url.scheme == "http")
    let request = HTTPRequest.credentials(text, token.map { [HTTPField("authorization", $0.text)] } ?? [])
    return .found(try await lease(service, request, hiding: [token].compactMap(\.self), from: "the container"))
  }

  private func containerToken() throws(ObjectStoreError) -> Secret? {
    let key = "AWS_CONTAINER_AUTHORIZATION_TOKEN"
    if let file = variables[key + "_FILE"] { return try SecretFile.read(file, named: key + "_FILE") }
    return try variables[key].map { text throws(ObjectStoreError) in try SecretFile.token(text, of: key, named: key) }
  }

  private func lease(
    _ service: CredentialService, _ request: HTTPRequest, hiding secrets: [Secret], from place: String
  ) async throws(ObjectStoreError) -> Lease {
    guard let lease = try Lease(try await service.document(request, hiding: secrets), at: now, from: place) else {
      throw service.unreadable
    }
    return lease
  }

  /// The role of an Amazon machine, from the second version of its metadata service
  /// (https://docs.aws.amazon.com/sdkref/latest/guide/feature-imds-credentials.html).
  func roleOfMachine() async throws(ObjectStoreError) -> SourceAnswer {
    guard variables["AWS_EC2_METADATA_DISABLED"]?.lowercased() != "true" else {
      return .absent("AWS_EC2_METADATA_DISABLED is set")
    }
    let endpoint = try metadataEndpoint()
    guard let token = try await metadataSession(endpoint) else { return .absent("not found at \(endpoint)") }
    let service = metadataService(endpoint, settings)
    func request(_ name: String) -> HTTPRequest {
      let url = "\(endpoint)/latest/meta-data/iam/security-credentials/\(name)"
      return .credentials(url, [HTTPField("x-aws-ec2-metadata-token", token.text)])
    }
    var names = ""
    do throws(ObjectStoreError) {
      names = String(decoding: try await service.body(request(""), hiding: [token]), as: UTF8.self)
    } catch {
      guard error.reason == .credentials else { throw error }
    }
    guard let role = names.split(whereSeparator: \.isNewline).first?.trimmed, !role.isEmpty else {
      return .absent("the machine has no role")
    }
    let place = request(PercentEncoding.component(role))
    return .found(try await lease(service, place, hiding: [token], from: "the metadata service"))
  }

  private func metadataService(_ endpoint: String, _ settings: StoreSettings) -> CredentialService {
    CredentialService(
      "the metadata service \(endpoint)", settings: settings, remedy: "give the machine a role", isLocal: true)
  }

  /// Opens a session of a minute, enough to request a role and its credentials; nil if no server answers, or it does not support sessions.
  /// Only Amazon's machines have this service, so the wait is short.
  private func metadataSession(_ endpoint: String) async throws(ObjectStoreError) -> Secret? {
    let service = metadataService(endpoint, settings.hurried(connect: .seconds(1), time: .seconds(2), attempts: 1))
    let fields = [HTTPField("content-type", "text/plain"), HTTPField("x-aws-ec2-metadata-token-ttl-seconds", "60")]
    do throws(ObjectStoreError) {
      let bytes = try await service.body(.credentials(endpoint + "/latest/api/token", fields, by: .put))
      let token = String(decoding: bytes, as: UTF8.self).trimmed
      return token.isToken ? Secret(token) : nil
    } catch {
      if [.busy, .cancelled].contains(error.reason) { throw error }
      return nil
    }
  }

  private func metadataEndpoint() throws(ObjectStoreError) -> String {
    let text = variables["AWS_EC2_METADATA_SERVICE_ENDPOINT"] ?? "http://169.254.169.254"
    guard SafeURL.orNearby(text)?.scheme == "http" else { throw .credentials("unsafeMetadata") }
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }
}
