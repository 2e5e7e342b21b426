import Foundation
import Libraries
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Variables that Azure's own command line knows.
@Suite struct AzureCredentialsTests {
  /// "sentinel" in Base64.
  private static let key = "c2VudGluZWw="
  private static let token = "sv=2026-10-06&sr=c&sp=rcl&se=2026-11-24T00%3A00%3A00Z&sig=sentinel%2Bx%3D"
  private static let now = "2026-11-23T23:00:00Z"

  private func find(
    _ variables: [String: String], at time: String = now, endpoint: String? = nil
  ) async throws -> Lease {
    let location = AzureContainer(account: "push", container: "pictures", endpoint: endpoint)
    let date = try Date(time, strategy: .iso8601)
    var clock = RetryClock.system
    clock.date = { date }
    let machine = ["HOME": "/none"].merging(variables) { $1 }
    return try await location.chain(environment: machine, settings: StoreSettings(clock: clock)).find()
  }

  /// The message when there are none. No text has a secret.
  private func problem(
    _ variables: [String: String], at time: String = now, endpoint: String? = nil
  ) async throws -> String {
    do {
      return "found \(try await find(variables, at: time, endpoint: endpoint))"
    } catch let error as ObjectStoreError {
      return error.telling(error.detail, secrets: ["sentinel", Self.key])
    }
  }

  @Test func areLookedForInTheOrderOfAzuresTools() async throws {
    let string =
      "DefaultEndpointsProtocol=https;AccountName=push;AccountKey=\(Self.key);EndpointSuffix=core.windows.net"
    let other = "b3RoZXI="
    var variables = [
      "AZURE_STORAGE_CONNECTION_STRING": string, "AZURE_STORAGE_KEY": other, "AZURE_STORAGE_SAS_TOKEN": Self.token,
    ]
    #expect(try await find(variables) == Lease(.accountKey(Secret(Self.key))))
    variables["AZURE_STORAGE_CONNECTION_STRING"] = ""
    #expect(try await find(variables) == Lease(.accountKey(Secret(other))))
    variables["AZURE_STORAGE_KEY"] = nil
    #expect(try await find(variables) == Lease(.sharedAccessSignature(Secret(Self.token)), life: .seconds(3600)))
    #expect(
      try await problem([:])
        == "AZURE_STORAGE_CONNECTION_STRING: it is not set; AZURE_STORAGE_KEY: it is not set; AZURE_STORAGE_SAS_TOKEN: it is not set; "
        + "az's login: there is no /none/.azure/azureProfile.json")
  }

  /// They are what the destination's account has, or they are sent nowhere.
  @Test func areThoseOfTheAccount() async throws {
    let key = ["AZURE_STORAGE_KEY": Self.key, "AZURE_STORAGE_ACCOUNT": "push"]
    #expect(try await find(key) == Lease(.accountKey(Secret(Self.key))))
    for name in ["AZURE_STORAGE_KEY", "AZURE_STORAGE_SAS_TOKEN"] {
      #expect(
        try await problem([name: name.hasSuffix("KEY") ? Self.key : Self.token, "AZURE_STORAGE_ACCOUNT": "other"])
          == "\(name): AZURE_STORAGE_ACCOUNT is other, and the destination's account is push")
    }
    let name = "AZURE_STORAGE_CONNECTION_STRING"
    #expect(
      try await problem([name: "AccountName=other;AccountKey=\(Self.key)"])
        == "\(name): AccountName is other, and the destination's account is push")
    #expect(
      try await problem([
        name: "BlobEndpoint=https://push.blob.core.chinacloudapi.cn/?a=sentinel;SharedAccessSignature=\(Self.token)"
      ])
        == "\(name): BlobEndpoint is https://push.blob.core.chinacloudapi.cn, and the destination's endpoint is "
        + "https://push.blob.core.windows.net")
  }

  @Test(arguments: [
    "AccountName=push;AccountKey=\(key);BlobEndpoint=http://127.0.0.1:10000/push;",
    "accountname=push;AccountKey=\(key);EndpointSuffix=core.windows.net", "AccountKey=\(key)",
  ]) func stringsMayLeaveOutWhatIsKnown(string: String) async throws {
    let lease = try await find(["AZURE_STORAGE_CONNECTION_STRING": string], endpoint: "http://127.0.0.1:10000")
    #expect(lease == Lease(.accountKey(Secret(Self.key))))
  }

  @Test func signaturesAreReadAsTheyAreCopied() async throws {
    let string = "BlobEndpoint=https://push.blob.core.windows.net/;SharedAccessSignature=\(Self.token)"
    #expect(
      try await find(["AZURE_STORAGE_CONNECTION_STRING": string]).credentials
        == .sharedAccessSignature(Secret(Self.token)))
    #expect(
      try await find(["AZURE_STORAGE_SAS_TOKEN": "?" + Self.token]).credentials
        == .sharedAccessSignature(Secret(Self.token)))
    #expect(try await find(["AZURE_STORAGE_SAS_TOKEN": "si=policy&sig=x"]).life == nil)
  }

  @Test(arguments: [
    ("2026-11-24", Duration.seconds(3600)), ("2026-11-24T00:00Z", .seconds(3600)),
    ("2026-11-24T00:00:01Z", .seconds(3601)), ("tomorrow", nil),
  ]) func theirEndIsKnown(end: String, life: Duration?) async throws {
    #expect(try await find(["AZURE_STORAGE_SAS_TOKEN": "se=\(end)&sig=x"]).life == life)
  }

  @Test func whatIsNoneIsSaid() async throws {
    let (string, token) = ("AZURE_STORAGE_CONNECTION_STRING", "AZURE_STORAGE_SAS_TOKEN")
    for (variables, words) in [
      ([string: "sentinel"], "\(string): it is no connection string"),
      ([string: "EndpointSuffix=core.windows.net"], "\(string): it has neither AccountKey nor SharedAccessSignature"),
      ([string: "AccountKey=sentinel!"], "\(string): the account's key is not Base64"),
      (["AZURE_STORAGE_KEY": "sentinel!"], "AZURE_STORAGE_KEY: the account's key is not Base64"),
      ([token: "sentinel"], "\(token): it holds no shared access signature"),
      ([token: "se=2026-11-24&sig=sentinel\n"], "\(token): it holds no shared access signature"),
    ] {
      #expect(try await problem(variables) == words)
    }
    #expect(
      try await problem([token: Self.token], at: "2026-11-24T00:00:00Z")
        == "\(token): the shared access signature ended at 2026-11-24T00:00:00Z")
  }

  @Test func noDescriptionTellsThem() async throws {
    let chains = [["AZURE_STORAGE_KEY": Self.key], ["AZURE_STORAGE_SAS_TOKEN": Self.token]]
    for variables in chains {
      let location = AzureContainer(account: "push", container: "pictures")
      let chain = location.chain(environment: variables, settings: .init())
      var text =
        "\(try await find(variables))\(chain)\(String(describing: try location.client(chain, settings: .init())))"
      dump(chain, to: &text)
      #expect(!text.contains("sentinel") && !text.contains(Self.key))
    }
  }
}
