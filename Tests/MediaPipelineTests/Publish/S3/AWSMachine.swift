import Findings
import Foundation
import Libraries
import MediaPipeline
import PushDelivery
import TestSupport

/// A machine with its own home folder and variables, on which AWS credentials are searched.
struct AWSMachine: Sendable {
  let home = TemporaryFolder()
  var variables: [String: String]

  /// - Parameter variables: besides `HOME`. The metadata service is switched off unless one of them says where it is.
  init(_ variables: [String: String] = [:]) {
    let service = variables["AWS_EC2_METADATA_SERVICE_ENDPOINT"] == nil ? ["AWS_EC2_METADATA_DISABLED": "true"] : [:]
    self.variables = ["HOME": home.path, "PATH": "/usr/bin:/bin"].merging(service) { $1 }.merging(variables) { $1 }
  }

  func chain(_ more: [String: String] = [:]) -> CredentialChain {
    S3Bucket(endpoint: "https://s3.example.com", bucket: "push-assets", region: "eu-west-1").chain(
      environment: variables.merging(more) { $1 }, settings: TestDestination.settings)
  }

  func find(_ more: [String: String] = [:]) async throws(ObjectStoreError) -> Lease { try await chain(more).find() }

  /// The message when there are none; it may not hold a secret of the tests.
  func problem(_ more: [String: String] = [:]) async -> String {
    do throws(ObjectStoreError) { _ = try await find(more) } catch {
      let diagnostic = PublishError.store(error).diagnostics(for: "a.png")[0]
      return error.telling("\(diagnostic.rule): \(diagnostic.message). \(diagnostic.remedy)")
    }
    return "none"
  }
}

extension ObjectStoreError {
  /// A text about it, unless anything about it has a secret of the tests.
  func telling(_ text: String, secrets: [String] = ["sentinel"]) -> String {
    var everything = String(reflecting: self) + "\(PublishError.store(self).diagnostics(for: "a"))" + text
    dump(self, to: &everything)
    return secrets.contains { everything.contains($0) } ? "a secret is told" : text
  }
}

extension StoreCredentials {
  /// All of it except the identifier is secret.
  static func temporary(_ id: String) -> StoreCredentials {
    .keys(
      AWSCredentials(
        accessKeyID: id, secretAccessKey: Secret("sentinel-secret"), sessionToken: Secret("sentinel-token")))
  }
}

extension Lease {
  /// Keys for S3; nil for others.
  var keys: AWSCredentials? { if case .keys(let keys) = credentials { keys } else { nil } }
}

/// Credentials as AWS's services tell them in JSON.
func credentialDocument(_ id: String, token: String = "Token", expires: String = "2099-01-01T00:00:00Z") -> [UInt8] {
  Array(
    #"{"Version": 1, "Code": "Success", "AccessKeyId": "\#(id)", "SecretAccessKey": "sentinel-secret", "\#(token)": "sentinel-token", "Expiration": "\#(expires)"}"#
      .utf8)
}
