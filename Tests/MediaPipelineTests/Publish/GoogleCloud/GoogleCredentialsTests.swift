import MediaPipeline
import TestSupport
import Testing

@Suite struct GoogleCredentialsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func problem(_ text: String) throws -> String {
    try folder.write(text, to: "key.json")
    do throws(CredentialsError) {
      _ = try GoogleCredentials.find(environment: ["GOOGLE_APPLICATION_CREDENTIALS": folder.absolute("key.json")])
    } catch {
      return error.description
    }
    return "none"
  }

  @Test func areFoundWhereGooglesLibrariesLook() throws {
    #expect(try GoogleCredentials.find(environment: [:]) == .metadataServer(host: "metadata.google.internal"))
    #expect(try GoogleCredentials.find(environment: ["GCE_METADATA_HOST": "h:1"]) == .metadataServer(host: "h:1"))
    #expect(try GoogleCredentials.find(environment: ["STORAGE_EMULATOR_HOST": "h:1"]) == .anonymous)
    #expect(GCSLocation.endpoint(environment: ["STORAGE_EMULATOR_HOST": "h:1"]) == "http://h:1")
    #expect(GCSLocation.endpoint(environment: ["STORAGE_EMULATOR_HOST": "https://h"]) == "https://h")
    #expect(GCSLocation.endpoint(environment: [:]) == "https://storage.googleapis.com")
  }

  @Test func whatIsNoKeyIsSaid() throws {
    let path = folder.absolute("key.json")
    #expect(try problem("sentinel") == "\(path) is not JSON, or not the key of a service account")
    #expect(
      try problem(#"{"type":"authorized_user","refresh_token":"sentinel"}"#)
        == "\(path) holds credentials of another type (authorized_user)")
    #expect(try problem(#"{"type":"service_account"}"#) == "\(path) has no client_email or no private_key")
    for uri in ["http://example.com/token", "ftp://a", "http://localhost@evil.com/", "http://localhost.evil.com/"] {
      let text = #"{"client_email":"a","private_key":"sentinel","token_uri":"\#(uri)"}"#
      #expect(try problem(text) == "\(path) has a token_uri that is not https")
    }
    #expect(try problem(#"{"client_email":"a","private_key":"k","token_uri":"http://[::1]:80/t"}"#) == "none")
  }

  /// Whatever is wrong with it, in the same words and without a line of it.
  @Test(arguments: UnusableKey.allCases) func aKeyThatCannotSignIsSaid(key: UnusableKey) async throws {
    let text = try await key.text()
    let json = try await TestKey.shared().json(tokenURL: "http://127.0.0.1:1/token", privateKey: text)
    try folder.write(json, to: "key.json")
    let credentials = try GoogleCredentials.find(
      environment: ["GOOGLE_APPLICATION_CREDENTIALS": folder.absolute("key.json")])
    let error = await #expect(throws: ObjectStoreError.self) {
      _ = try await GoogleAccessToken(credentials, settings: TestDestination.settings).token()
    }
    #expect(error?.reason == .credentials)
    #expect(
      error?.detail
        == "the private_key of publisher@project.iam.gserviceaccount.com is not an RSA key in PEM form")
    var everything = String(reflecting: error)
    dump(error, to: &everything)
    #expect(text.split(separator: "\n").filter { everything.contains($0) && $0 != "none" } == [])
  }

  @Test func aMissingFileIsSaid() throws {
    #expect(throws: CredentialsError.self) {
      try GoogleCredentials.find(environment: ["GOOGLE_APPLICATION_CREDENTIALS": folder.absolute("none.json")])
    }
  }
}
