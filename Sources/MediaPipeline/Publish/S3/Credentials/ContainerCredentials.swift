import Curl
import Essentials
import Findings
import PushDelivery

/// The role of a container: of Amazon's ECS, or of a pod of EKS
/// (https://docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html).
struct ContainerCredentials: CredentialSource {
  private let surroundings: AWSSurroundings
  let name = "the container"

  /// Where the agent of ECS listens.
  private static let agent = "http://169.254.170.2"

  init(_ surroundings: AWSSurroundings) { self.surroundings = surroundings }

  func find() async throws(ObjectStoreError) -> SourceAnswer<AWSCredentials> {
    guard let url = try url() else { return .absent("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI is not set") }
    var request = HTTPRequest(
      .get, url.text, bodyLimit: CredentialService.bodyLimit, timeLimit: CredentialService.timeLimit)
    let token = try token()
    if let token { request.fields = [HTTPField("authorization", token.text)] }
    let service = CredentialService(
      "the container's credentials \(url.text.maskingSecrets)", settings: surroundings.settings,
      remedy: "give the task or the pod a role", isLocal: url.scheme == "http")
    let document = try await service.document(AWSCredentialDocument.self, request, hiding: [token].compactMap(\.self))
    return .found(try document.lease(at: surroundings.settings.clock.date(), from: "the container"))
  }

  /// Plain http is for the agent alone: whoever answers there decides where pictures go.
  private func url() throws(ObjectStoreError) -> StrictURL? {
    let (relative, full) = (
      surroundings.variables["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"],
      surroundings.variables["AWS_CONTAINER_CREDENTIALS_FULL_URI"]
    )
    guard let text = relative.map({ Self.agent + ($0.hasPrefix("/") ? "" : "/") + $0 }) ?? full else { return nil }
    guard let url = try? StrictURL(text), url.userInfo == nil,
      url.scheme == "https" || url.scheme == "http" && LocalAddress.contains(hostOf: url)
    else {
      throw .noCredentials(
        "the address is neither https nor one of this machine or its link",
        remedy: "correct AWS_CONTAINER_CREDENTIALS_FULL_URI")
    }
    return url
  }

  private func token() throws(ObjectStoreError) -> Secret? {
    let key = "AWS_CONTAINER_AUTHORIZATION_TOKEN"
    if let file = surroundings.variables[key + "_FILE"] { return try SecretFile.read(file, named: key + "_FILE") }
    guard let token = surroundings.variables[key] else { return nil }
    guard token.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw .noCredentials("\(key) holds a line break or characters that no token has", remedy: "set it anew")
    }
    return Secret(token)
  }
}
