import Curl
import Foundation
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
        method: "PUT"),
      ScriptedAnswer(Self.roles, bytes: Array(role.utf8), condition: session, method: "GET"),
      ScriptedAnswer(Self.roles + "publisher", bytes: document, condition: session, method: "GET"),
    ]
  }

  @Test func aMachineHasARole() async throws {
    let server = try await TestServer(metadata(credentialDocument("ASIAMACHINE")))
    let machine = try AWSMachine(["AWS_EC2_METADATA_SERVICE_ENDPOINT": server.url("/")])
    let lease = try await machine.find()
    #expect(lease.credentials == .temporary("ASIAMACHINE") && lease.origin == "the role publisher")
    #expect(await machine.chain().report().source == "the machine's role")
    let report = await machine.chain().report()
    #expect(report.expires.map { $0.timeIntervalSince1970 > 4_000_000_000 } == true)
    #expect(await machine.problem(["AWS_EC2_METADATA_DISABLED": "TRUE"]).contains("AWS_EC2_METADATA_DISABLED is set"))
  }

  @Test func machinesWithoutARoleAreToldApartFromOthers() async throws {
    let bare = try await TestServer([metadata([])[0]])
    let machine = try AWSMachine(["AWS_EC2_METADATA_SERVICE_ENDPOINT": bare.url("")])
    #expect(await machine.problem().contains("the machine's role: the machine has none"))
    let other = try await TestServer([ScriptedAnswer("/")])
    let elsewhere = ["AWS_EC2_METADATA_SERVICE_ENDPOINT": other.url("")]
    #expect(await machine.problem(elsewhere).contains("the machine's role: there is none at http://localhost"))
    #expect(other.log.contains("PUT /latest/api/token") && !other.log.contains { $0.hasPrefix("GET") })
  }

  /// Whoever answers there says where pictures go.
  @Test(arguments: [
    "http://192.0.2.1", "http://example.com", "https://127.0.0.1", "http://127.0.0.1@example.com/", "x",
  ])
  func theMetadataServiceIsOnTheMachineOrItsLink(endpoint: String) async throws {
    let machine = try AWSMachine(["AWS_EC2_METADATA_SERVICE_ENDPOINT": endpoint])
    #expect(await machine.problem().contains("the address of the metadata service is none of this machine"))
  }

  @Test func aContainerHasARole() async throws {
    let document = credentialDocument("ASIACONTAINER")
    let server = try await TestServer([
      ScriptedAnswer("/credentials", bytes: document, condition: "authorization: sentinel-pod", method: "GET"),
      ScriptedAnswer(
        "/credentials", status: 400, bytes: Array(#"{"code": "InvalidToken", "message": "no token"}"#.utf8)),
    ])
    let machine = try AWSMachine(["AWS_CONTAINER_CREDENTIALS_FULL_URI": server.url("/credentials")])
    let refused = await machine.problem()
    #expect(refused.contains("does not accept the credentials: the container: no token"), "\(refused)")
    let token = ["AWS_CONTAINER_AUTHORIZATION_TOKEN": "sentinel-pod"]
    #expect(try await machine.find(token).credentials == .temporary("ASIACONTAINER"))
    try machine.home.write("sentinel-pod\n", to: "token")
    let file = ["AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": machine.home.absolute("token")]
    #expect(try await machine.find(file.merging(["AWS_CONTAINER_AUTHORIZATION_TOKEN": "sentinel"]) { $1 }).life != nil)
    #expect(await machine.chain(token).report().source == "the container")
    #expect(await machine.problem(["AWS_CONTAINER_AUTHORIZATION_TOKEN": "sentinel\nX: 1"]).contains("a line break"))
  }

  @Test(arguments: [
    "http://example.com/a", "http://10.0.0.1/a", "ftp://127.0.0.1/", "http://127.0.0.1@example.com/", "/a",
  ])
  func aContainersAgentIsOnTheMachineOrItsLink(url: String) async throws {
    let machine = try AWSMachine(["AWS_CONTAINER_CREDENTIALS_FULL_URI": url])
    #expect(await machine.problem().contains("neither https nor one of this machine or its link"))
  }

  private func profile(_ machine: AWSMachine, expires: String = "2099-01-01T00:00:00UTC") throws {
    try machine.home.write(
      """
      [profile dev]
      sso_session = corp
      sso_account_id = 123456789012
      sso_role_name = Publisher
      [profile old]
      sso_start_url = https://corp.awsapps.com/start
      sso_region = eu-west-1
      sso_account_id = 123456789012
      sso_role_name = Publisher
      [profile half]
      sso_session = corp
      [profile lost]
      sso_session = nowhere
      [sso-session corp]
      sso_region = eu-west-1
      sso_start_url = https://corp.awsapps.com/start
      """, to: ".aws/config")
    // The digests of `corp` and of the address, by which the CLI of AWS names its files.
    for name in ["ee0bfd2552fbd840c02cc48b6e823320543c450f", "a51746d4aa793ae07b25e90c3a5db96fc7832bd7"] {
      try machine.home.write(
        #"{"accessToken": "sentinel-sign-on", "expiresAt": "\#(expires)"}"#, to: ".aws/sso/cache/\(name).json")
    }
  }

  @Test(arguments: ["dev", "old"]) func whoHasSignedOnHasCredentials(name: String) async throws {
    let path = "/federation/credentials?account_id=123456789012&role_name=Publisher"
    let answer =
      #"{"roleCredentials": {"accessKeyId": "ASIASIGNEDON", "secretAccessKey": "sentinel-secret", "sessionToken": "sentinel-token", "expiration": 4102444800000}}"#
    let server = try await TestServer([
      ScriptedAnswer(
        path, bytes: Array(answer.utf8), condition: "x-amz-sso_bearer_token: sentinel-sign-on", method: "GET")
    ])
    let machine = try AWSMachine(["AWS_ENDPOINT_URL_SSO": server.url(""), "AWS_PROFILE": name])
    try profile(machine)
    let lease = try await machine.find()
    #expect(lease.credentials == .temporary("ASIASIGNEDON"))
    #expect(lease.origin == "the role Publisher of the account 123456789012 by single sign-on")
    try profile(machine, expires: "2001-01-01T00:00:00Z")
    let over = await machine.problem()
    #expect(
      over.contains("the sign-on is over since 2001-01-01T00:00:00Z. run `aws sso login --profile \(name)`"), "\(over)")
    try machine.home.remove(".aws/sso")
    #expect(await machine.problem().contains("nobody has signed on"))
  }

  @Test func unfinishedSignOnsAreTold() async throws {
    let server = try await TestServer([
      ScriptedAnswer(
        "/federation/credentials?account_id=123456789012&role_name=Publisher", status: 401,
        bytes: Array(#"{"message": "Session token not found: sentinel-sign-on"}"#.utf8))
    ])
    let machine = try AWSMachine(["AWS_ENDPOINT_URL_SSO": server.url("")])
    try profile(machine)
    for (name, words) in [
      ("half", "sso_account_id, sso_role_name or sso_region is missing"), ("lost", "there is no [sso-session nowhere]"),
      ("dev", "the profile dev: its single sign-on: Session token not found: <secret>"),
    ] {
      let text = await machine.problem(["AWS_PROFILE": name])
      #expect(text.contains(words), "\(text)")
    }
  }
}
