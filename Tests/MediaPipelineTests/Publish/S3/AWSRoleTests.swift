import Foundation
import Libraries
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Roles that moto's token service gives, by whose credentials its S3 then takes objects.
@Suite(.timeLimit(.minutes(10))) struct AWSRoleTests {
  private static let role = "arn:aws:iam::123456789012:role/publisher"

  /// Creates an object with the credentials of the chain.
  private func create(_ machine: AWSMachine, _ server: StoreServer, profile: String? = nil) async throws
    -> ObjectCreation
  {
    let bucket = S3Bucket(endpoint: server.url, bucket: "push-assets", region: "eu-west-1", usesPathStyle: true)
    let chain = machine.chain(profile.map { ["AWS_PROFILE": $0] } ?? [:])
    let store = try bucket.client(chain, settings: TestDestination.settings)
    return try await store.create(ObjectUpload("test-\(UUID().uuidString)"))
  }

  private func machine(_ server: StoreServer, _ variables: [String: String] = [:]) throws -> AWSMachine {
    let machine = AWSMachine(["AWS_ENDPOINT_URL_STS": server.url].merging(variables) { $1 })
    try machine.home.write(
      """
      [profile token]
      role_arn = \(Self.role)
      web_identity_token_file = ~/token
      """, to: ".aws/config")
    try machine.home.write("sentinel-web-token\n", to: "token")
    return machine
  }

  @Test func aTokenOfAProfileTakesOnARole() async throws {
    let server = try await StoreServer(.s3)
    let machine = try machine(server)
    #expect(try await create(machine, server, profile: "token") == .created)
    #expect(server.methods.filter { $0 == "POST" }.count == 1)
    let lease = try await machine.find(["AWS_PROFILE": "token"])
    let life = try #require(lease.life)
    #expect(life > .seconds(600) && life < .seconds(3700))
    #expect(lease.keys?.sessionToken != nil)
  }

  /// As in a pod of EKS.
  @Test func aTokenOfTheEnvironmentTakesOnARole() async throws {
    let server = try await StoreServer(.s3)
    var machine = try machine(server)
    machine.variables["AWS_WEB_IDENTITY_TOKEN_FILE"] = machine.home.absolute("token")
    #expect(await machine.problem().contains("AWS_WEB_IDENTITY_TOKEN_FILE is set and AWS_ROLE_ARN is not"))
    machine.variables["AWS_ROLE_ARN"] = Self.role
    #expect(try await create(machine, server) == .created)
    #expect(try await machine.chain().summary().hasPrefix("the web identity gave those for"))
    try machine.home.remove("token")
    #expect(await machine.problem().contains("token"))
  }

  @Test func nothingIsToldToAnybodyOnTheWay() async throws {
    let server = try await StoreServer(.s3)
    let machine = try machine(server)
    let text = await machine.problem(["AWS_PROFILE": "token", "AWS_ENDPOINT_URL_STS": "http://sts.example.com"])
    #expect(text.contains("http://sts.example.com is not a safe address"))
    // Temporary errors are not a fault of the credentials.
    try server.set(ServerFault(.status, "POST", status: 503, isLasting: true))
    #expect(await machine.problem(["AWS_PROFILE": "token"]).hasPrefix("machine.store-busy: "))
  }

  /// A service that repeats what it was sent.
  @Test func whatIsRepeatedIsNotTold() async throws {
    let server = try await StoreServer(.s3)
    let machine = try machine(server)
    let body = "<ErrorResponse><Error><Code>AccessDenied</Code><Message>%s</Message></Error></ErrorResponse>"
    try server.set(ServerFault(.echo, "POST", status: 403, body: body, isLasting: true))
    #expect(await machine.problem(["AWS_PROFILE": "token"]).contains("AccessDenied: "))
  }
}
