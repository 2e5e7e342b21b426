import Foundation
import Libraries
import MediaPipeline
import TestSupport
import Testing

/// Services that give credentials, as stand-ins that answer only what the real ones would.
@Suite(.timeLimit(.minutes(10))) struct AWSServiceTests {
  private static let roles = "/latest/meta-data/iam/security-credentials/"

  private func metadata(_ document: [UInt8], role: String = "publisher\n") -> [ScriptedAnswer] {
    let session = "x-aws-ec2-metadata-token: session"
    return [
      ScriptedAnswer(
        "/latest/api/token", bytes: Array("session".utf8), condition: "x-aws-ec2-metadata-token-ttl-seconds: 60",
        method: "PUT"), ScriptedAnswer(Self.roles, bytes: Array(role.utf8), condition: session, method: "GET"),
      ScriptedAnswer(Self.roles + "publisher", bytes: document, condition: session, method: "GET"),
    ]
  }

  @Test func aMachineHasARole() async throws {
    let server = try await TestServer(metadata(credentialDocument("ASIAMACHINE")))
    let machine = AWSMachine(["AWS_EC2_METADATA_SERVICE_ENDPOINT": server.url("/")])
    let lease = try await machine.find()
    #expect(lease.credentials == .temporary("ASIAMACHINE"))
    let summary = try await machine.chain().summary()
    #expect(summary.hasPrefix("the machine's role gave those for Amazon S3, which end at "))
    #expect(summary.contains("at 2098-12-31T") || summary.contains("at 2099-01-01T"))
    #expect(await machine.problem(["AWS_EC2_METADATA_DISABLED": "TRUE"]).contains("AWS_EC2_METADATA_DISABLED is set"))
  }

  @Test func machinesWithoutARoleAreToldApartFromOthers() async throws {
    let bare = try await TestServer([metadata([])[0]])
    let machine = AWSMachine(["AWS_EC2_METADATA_SERVICE_ENDPOINT": bare.url("")])
    #expect(await machine.problem().contains("the machine's role: the machine has no role"))
    let other = try await TestServer([ScriptedAnswer("/")])
    let elsewhere = ["AWS_EC2_METADATA_SERVICE_ENDPOINT": other.url("")]
    #expect(await machine.problem(elsewhere).contains("the machine's role: not found at http://localhost"))
    #expect(other.log.contains("PUT /latest/api/token") && !other.log.contains { $0.hasPrefix("GET") })
  }

  /// The server there decides where pictures go.
  @Test(arguments: [
    "http://192.0.2.1", "http://example.com", "https://127.0.0.1", "http://127.0.0.1@example.com/", "x",
  ])
  func theMetadataServiceIsOnTheMachineOrItsLink(endpoint: String) async throws {
    let machine = AWSMachine(["AWS_EC2_METADATA_SERVICE_ENDPOINT": endpoint])
    #expect(await machine.problem().contains("the address of the metadata service is not on this machine"))
  }

  @Test func aContainerHasARole() async throws {
    let document = credentialDocument("ASIACONTAINER")
    let server = try await TestServer([
      ScriptedAnswer("/credentials", bytes: document, condition: "authorization: sentinel-pod", method: "GET"),
      ScriptedAnswer(
        "/credentials", status: 400, bytes: Array(#"{"code": "InvalidToken", "message": "no token"}"#.utf8)),
    ])
    let machine = AWSMachine(["AWS_CONTAINER_CREDENTIALS_FULL_URI": server.url("/credentials")])
    let refused = await machine.problem()
    #expect(refused.contains("does not accept the credentials: the container: no token"), "\(refused)")
    let token = ["AWS_CONTAINER_AUTHORIZATION_TOKEN": "sentinel-pod"]
    #expect(try await machine.find(token).credentials == .temporary("ASIACONTAINER"))
    try machine.home.write("sentinel-pod\n", to: "token")
    let file = ["AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": machine.home.absolute("token")]
    #expect(try await machine.find(file.merging(["AWS_CONTAINER_AUTHORIZATION_TOKEN": "sentinel"]) { $1 }).life != nil)
    #expect(try await machine.chain(token).summary().hasPrefix("the container gave those for Amazon S3, which end at "))
    #expect(
      await machine.problem(["AWS_CONTAINER_AUTHORIZATION_TOKEN": "sentinel\nX: 1"]).contains("no token of one line"))
  }

  @Test(arguments: [
    "http://example.com/a", "http://10.0.0.1/a", "ftp://127.0.0.1/", "http://127.0.0.1@example.com/", "/a",
  ])
  func aContainersAgentIsOnTheMachineOrItsLink(url: String) async throws {
    let machine = AWSMachine(["AWS_CONTAINER_CREDENTIALS_FULL_URI": url])
    #expect(await machine.problem().contains("neither https nor one of this machine or its link"))
  }
}
