import Foundation
import Libraries
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// The command lines of clouds, which know logins, roles and devices that are not followed here.
@Suite(.timeLimit(.minutes(5))) struct ToolCredentialsTests {
  enum Cloud: String, CaseIterable {
    case aws, gcloud, az
  }

  let home = TemporaryFolder()
  private let bucket = GoogleBucket(bucket: "push-assets")

  init() throws {
    try home.write(
      """
      [profile role]
      role_arn = arn:aws:iam::123456789012:role/publisher
      source_profile = base
      [profile session]
      sso_session = corp
      [profile start]
      sso_start_url = https://corp.awsapps.com/start
      [profile login]
      login_session = arn:aws:iam::123456789012:user/me
      [profile device]
      role_arn = arn:aws:iam::123456789012:role/publisher
      mfa_serial = arn:aws:iam::123456789012:mfa/me
      [profile both]
      login_session = arn:aws:iam::123456789012:user/me
      aws_access_key_id = AKIDBOTH
      aws_secret_access_key = sentinel-both
      """, to: ".aws/config")
    try home.write("{}", to: ".azure/azureProfile.json")
    let external = #""type": "external_account", "audience": "a", "subject_token_type": "t", "credential_source":"#
    for (name, text) in [
      ("acting", #"{"type": "impersonated_service_account", "source_credentials": {}}"#),
      ("workforce", #"{"type": "external_account_authorized_user", "refresh_token": "sentinel"}"#),
      ("machine", #"{\#(external) {"environment_id": "aws1", "url": "http://169.254.169.254/"}}"#),
      ("program", #"{\#(external) {"executable": {"command": "sentinel"}}}"#),
      ("account", #"{\#(external) {"file": "/f"}, "service_account_impersonation_url": "https://iam.example/"}"#),
      ("login", #"{"type": "authorized_user", "client_id": "id", "refresh_token": "sentinel"}"#),
    ] { try home.write(text, to: "\(name).json") }
  }

  /// A tool that notes how it was called.
  private func install(_ cloud: Cloud, _ lines: String) throws {
    let name = "bin/\(cloud.rawValue)"
    try home.write("#!/bin/sh\necho \"$@ $GOOGLE_APPLICATION_CREDENTIALS\" >\"$0.words\"\n\(lines)\n", to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: home.absolute(name))
  }

  private func call(of cloud: Cloud) throws -> String {
    try home.text(of: "bin/\(cloud.rawValue).words").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private var machine: [String: String] {
    ["HOME": home.path, "PATH": home.absolute("bin"), "AWS_EC2_METADATA_DISABLED": "true"]
  }

  private func aws(_ profile: String) async throws -> Lease {
    try await S3Bucket(endpoint: "https://s3.example.com", bucket: "push-assets", region: "eu-west-1").chain(
      environment: machine.merging(["AWS_PROFILE": profile]) { $1 }, settings: .init()
    ).find()
  }

  private func google(_ file: String) async throws -> Lease {
    let variables = ["GOOGLE_APPLICATION_CREDENTIALS": home.absolute("\(file).json")]
    return try await bucket.chain(environment: machine.merging(variables) { $1 }, settings: .init()).find()
  }

  private func azure(_ endpoint: String? = nil) async throws -> Lease {
    let location = AzureContainer(account: "push", container: "pictures", endpoint: endpoint)
    return try await location.chain(environment: machine, settings: .init()).find()
  }

  /// The message when there are none. No text has a secret.
  private func problem(_ cloud: Cloud) async -> String {
    do {
      switch cloud {
      case .aws: _ = try await aws("session")
      case .gcloud: _ = try await google("acting")
      case .az: _ = try await azure()
      }
    } catch let error as ObjectStoreError {
      return error.telling("\(error.detail). \(error.remedy ?? "")")
    } catch {}
    return "none"
  }

  @Test(arguments: ["role", "session", "start", "login", "device"]) func awsKnowsRolesAndLogins(
    profile: String
  ) async throws {
    let document = String(decoding: credentialDocument("ASIATOOL", token: "SessionToken"), as: UTF8.self)
    try install(.aws, "/bin/cat <<'END'\n\(document)\nEND")
    let lease = try await aws(profile)
    #expect(lease.credentials == .temporary("ASIATOOL") && lease.life.map { $0 > .seconds(3600) } == true)
    #expect(try call(of: .aws) == "configure export-credentials --profile \(profile) --format process")
  }

  @Test func awsIsNotAskedWhereItNeedNotBe() async throws {
    #expect(try await aws("both").keys?.accessKeyID == "AKIDBOTH")
  }

  @Test(arguments: ["acting", "workforce", "machine", "program", "account", "login"])
  func gcloudKnowsLoginsAndWhatOthersActFor(file: String) async throws {
    try install(.gcloud, "echo sentinel-token")
    let lease = try await google(file)
    #expect(lease.credentials == .token(Secret("sentinel-token")) && lease.life == .seconds(3000))
    let path = home.absolute("\(file).json")
    #expect(try call(of: .gcloud) == "auth application-default print-access-token \(path)")
  }

  @Test func aLoginOfGcloudIsFound() async throws {
    try install(.gcloud, "echo sentinel-token")
    let name = "application_default_credentials.json"
    try home.write(try home.bytes(of: "login.json"), to: ".config/gcloud/\(name)")
    let summary = try await bucket.chain(environment: machine, settings: .init()).summary()
    #expect(summary.hasPrefix("gcloud's login gave those for Google"))
    try home.write(try home.bytes(of: "login.json"), to: "elsewhere/\(name)")
    try home.remove(".config")
    let elsewhere = machine.merging(["CLOUDSDK_CONFIG": home.absolute("elsewhere")]) { $1 }
    let lease = try await bucket.chain(environment: elsewhere, settings: .init()).find()
    #expect(lease.credentials == .token(Secret("sentinel-token")))
  }

  @Test func azKnowsWhoHasLoggedIn() async throws {
    try install(.az, #"echo '{"accessToken": "sentinel-token", "expires_on": 4102444800, "tokenType": "Bearer"}'"#)
    let lease = try await azure()
    #expect(lease.credentials == .token(Secret("sentinel-token")) && lease.life.map { $0 > .seconds(3600) } == true)
    #expect(try call(of: .az) == "account get-access-token --resource https://storage.azure.com/ --output json")
    try install(.az, #"echo '{"accessToken": "sentinel-token"}'"#)
    #expect(try await azure().life == nil)
  }

  /// A token is good for all accounts of its owner.
  @Test(arguments: ["http://push.example.com", "https://push.example.com", "https://push.blob.core.windows.net.evil"])
  func aTokenOfAzIsForAzureAlone(url: String) async throws {
    try install(.az, #"echo '{"accessToken": "sentinel-token"}'"#)
    let error = await #expect(throws: ObjectStoreError.self) { try await azure(url) }
    #expect(error?.detail.hasSuffix("az's login: it is only for Azure's own hosts, and \(url) is not one") == true)
    #expect(!home.exists("bin/az.words"))
  }

  @Test func aTokenIsSentAsOne() async throws {
    let server = try await TestServer([
      ScriptedAnswer("/push/pictures/a", status: 404, condition: "Authorization: Bearer sentinel-token"),
      ScriptedAnswer("/push/pictures/a", status: 403),
    ])
    let container = AzureContainer(account: "push", container: "pictures", endpoint: server.url(""))
    let credentials = CredentialChain(.token(Secret("sentinel-token")))
    let store = try container.client(credentials, settings: TestDestination.settings)
    #expect(try await store.find("a") == .missing)
  }

  @Test(arguments: Cloud.allCases) func aToolThatIsMissingOrFailsIsTold(cloud: Cloud) async throws {
    #expect(await problem(cloud).contains("\(cloud.rawValue) is not a program that can be found. install "))
    for lines in ["echo sentinel; echo sentinel >&2; exit 1", "echo; echo sentinel sentinel"] {
      try install(cloud, lines)
      let text = await problem(cloud)
      #expect(text.contains(": \(cloud.rawValue) failed. run `") || text.contains("printed no "), "\(text)")
    }
  }
}
