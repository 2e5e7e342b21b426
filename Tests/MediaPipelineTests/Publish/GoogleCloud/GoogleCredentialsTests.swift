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

  @Test func aMissingFileIsSaid() throws {
    #expect(throws: CredentialsError.self) {
      try GoogleCredentials.find(environment: ["GOOGLE_APPLICATION_CREDENTIALS": folder.absolute("none.json")])
    }
  }
}
