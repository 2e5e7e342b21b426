import Foundation
import Libraries
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Files of credentials in the forms that Google's libraries read.
@Suite(.timeLimit(.minutes(10))) struct GoogleCredentialsTests {
  let folder = TemporaryFolder()

  private func chain(_ variables: [String: String] = [:]) -> CredentialChain {
    var settings = TestDestination.settings
    settings.retries.mostAttempts = 1
    let machine = ["HOME": folder.path, "GCE_METADATA_HOST": "127.0.0.1:1"]
    return GoogleBucket(bucket: "push-assets").chain(environment: machine.merging(variables) { $1 }, settings: settings)
  }

  /// The credentials from a file.
  private func find(_ text: String) async throws -> Lease {
    try folder.write(text, to: "key.json")
    return try await chain(["GOOGLE_APPLICATION_CREDENTIALS": folder.absolute("key.json")]).find()
  }

  /// The same for a file without usable credentials. No text has a secret.
  private func problem(_ text: String) async throws -> String {
    do { _ = try await find(text) } catch let error as ObjectStoreError { return error.telling(error.detail) }
    return "none"
  }

  /// Answers a request of a token service whose form has a pair in it.
  private func exchange(_ path: String, _ asked: String, _ token: String, condition: String? = nil) -> ScriptedAnswer {
    ScriptedAnswer(
      path, bytes: Array(#"{"access_token": "\#(token)", "expires_in": 3600, "token_type": "Bearer"}"#.utf8),
      condition: condition, method: "POST", asked: asked)
  }

  @Test func areFoundWhereGooglesLibrariesLook() async throws {
    #expect(try await chain(["STORAGE_EMULATOR_HOST": "h:1"]).find().credentials == .anonymous)
    #expect(GoogleDialect.endpoint(environment: ["STORAGE_EMULATOR_HOST": "h:1"]) == "http://h:1")
    #expect(GoogleDialect.endpoint(environment: ["STORAGE_EMULATOR_HOST": "https://h"]) == "https://h")
    #expect(GoogleDialect.endpoint(environment: [:]) == "https://storage.googleapis.com")
    let error = await #expect(throws: ObjectStoreError.self) { try await chain().find() }
    #expect(
      error?.detail
        == "STORAGE_EMULATOR_HOST: it is not set; GOOGLE_APPLICATION_CREDENTIALS: it is not set; gcloud's login: there is no "
        + "\(folder.path)/.config/gcloud/application_default_credentials.json; the metadata server: not found at "
        + "127.0.0.1:1 (only Google's machines have it)")
  }

  /// Its address is not trusted, and a token is valid everywhere.
  @Test func anEmulatorGetsNoToken() async throws {
    let file = ["GOOGLE_APPLICATION_CREDENTIALS": folder.absolute("none.json")]
    for host in ["h:1", "http://127.0.0.1:4443", "10.1.2.3:4443", "https://storage.example.com"] {
      let lease = try await chain(file.merging(["STORAGE_EMULATOR_HOST": host]) { $1 }).find()
      #expect(lease.credentials == .anonymous)
    }
    for host in ["http://storage.example.com:4443", "8.8.8.8:4443", "https://user:sentinel@h", "ftp://h", "http://"] {
      let error = await #expect(throws: ObjectStoreError.self) {
        try await chain(file.merging(["STORAGE_EMULATOR_HOST": host]) { $1 }).find()
      }
      #expect(error?.detail.hasPrefix("STORAGE_EMULATOR_HOST: it is not an https address, nor one on") == true)
    }
  }

  @Test func whatIsNoKeyIsSaid() async throws {
    let path = folder.absolute("key.json")
    let name = "GOOGLE_APPLICATION_CREDENTIALS: \(path)"
    let external = #""type": "external_account", "audience": "a", "subject_token_type": "t""#
    for (text, words) in [
      ("sentinel", "is no object of JSON"), ("[]", "is no object of JSON"),
      (
        #"{"type":"gdch_service_account","private_key":"sentinel"}"#,
        "holds credentials of another type (gdch_service_account)"
      ),
      (#"{"type":"service_account"}"#, "has no client_email or no private_key"),
      ("{\(external)}", "has no credential_source"),
      (
        #"{\#(external), "credential_source": {"url": "http://example.com/"}}"#,
        "has a url in credential_source that is neither https nor on this machine or its link"
      ),
      (
        #"{\#(external), "credential_source": {"file": "/f", "format": {"type": "json"}}}"#,
        "has no subject_token_field_name"
      ),
      (
        #"{\#(external), "token_url": "http://example.com/", "credential_source": {"file": "/f"}}"#,
        "has a token_url that is neither https nor on this machine"
      ),
    ] { #expect(try await problem(text) == "\(name) \(words)") }
    for uri in ["http://example.com/token", "ftp://a", "http://localhost@evil.com/", "http://localhost.evil.com/"] {
      let text = #"{"client_email":"a","private_key":"sentinel","token_uri":"\#(uri)"}"#
      #expect(try await problem(text) == "\(name) has a token_uri that is neither https nor on this machine")
    }
  }

  /// Every fault of it gives the same words, without a line of the file.
  @Test(arguments: UnusableKey.allCases) func aKeyThatCannotSignIsSaid(key: UnusableKey) async throws {
    let text = try await key.text()
    let json = try await TestKey.shared().json(tokenURL: "http://127.0.0.1:1/token", privateKey: text)
    let error = await #expect(throws: ObjectStoreError.self) { try await find(String(decoding: json, as: UTF8.self)) }
    #expect(error?.reason == .credentials)
    #expect(
      error?.detail
        == "GOOGLE_APPLICATION_CREDENTIALS: the private_key of publisher@project.iam.gserviceaccount.com is not an RSA key in "
        + "PEM form")
    var everything = String(reflecting: error)
    dump(error, to: &everything)
    #expect(text.split(separator: "\n").filter { everything.contains($0) && $0 != "none" } == [])
  }

  @Test func aMissingFileIsSaid() async throws {
    let path = folder.absolute("none.json")
    let error = await #expect(throws: ObjectStoreError.self) {
      try await chain(["GOOGLE_APPLICATION_CREDENTIALS": path]).find()
    }
    #expect(error?.reason == .noCredentials && error?.detail.contains(path) == true)
  }

  private func external(_ server: TestServer, _ source: String) -> String {
    #"{"type": "external_account", "audience": "//iam.googleapis.com/a", "subject_token_type": "urn:ietf:params:oauth:token-type:jwt", "token_url": "\#(server.url("/sts"))", "credential_source": \#(source)}"#
  }

  @Test func aTokenOfAnotherIssuerIsExchanged() async throws {
    let subject = "subject_token=sentinel.token&subject_token_type=urn%3Aietf%3Aparams%3Aoauth%3Atoken-type%3Ajwt"
    let server = try await TestServer([
      exchange(
        "/sts",
        "devstorage.read_write&requested_token_type=urn%3Aietf%3Aparams%3Aoauth%3Atoken-type%3Aaccess_token&\(subject)",
        "pool-token"),
      ScriptedAnswer(
        "/issuer?audience=a", bytes: Array(#"{"value": "sentinel.token"}"#.utf8),
        condition: "authorization: bearer sentinel"),
    ])
    try folder.write("sentinel.token\n", to: "token")
    let url =
      #"{"url": "\#(server.url("/issuer?audience=a"))", "headers": {"authorization": "bearer sentinel"}, "format": {"type": "json", "subject_token_field_name": "value"}}"#
    for source in [#"{"file": "\#(folder.absolute("token"))"}"#, url] {
      let lease = try await find(external(server, source))
      #expect(lease.credentials == .token(Secret("pool-token")) && lease.life == .seconds(3600))
    }
  }

  /// A service that repeats what it was sent, in the form in which that was sent.
  @Test func aRefusedTokenIsNotTold() async throws {
    let server = try await TestServer([
      ScriptedAnswer(
        "/sts", status: 400,
        bytes: Array(#"{"error":"invalid_grant","error_description":"1%2F%2Fsentinel 1//sentinel"}"#.utf8))
    ])
    try folder.write("1//sentinel", to: "token")
    #expect(
      try await problem(external(server, #"{"file": "\#(folder.absolute("token"))"}"#))
        == "GOOGLE_APPLICATION_CREDENTIALS: invalid_grant: <secret> <secret>")
  }
}
