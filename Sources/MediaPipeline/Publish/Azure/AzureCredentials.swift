import Essentials
import Findings
import Libraries
package import PushDelivery

extension AzureContainer {
  /// As Azure's own command line looks for them (https://learn.microsoft.com/cli/azure/azure-cli-configuration, and `cf_blob_service` in
  /// https://github.com/Azure/azure-cli/blob/dev/src/azure-cli/azure/cli/command_modules/storage/_client_factory.py), and its login.
  /// Credentials of other accounts are refused, so that none are sent elsewhere.
  package func chain(environment: [String: String], settings: StoreSettings) -> CredentialChain {
    let place = AzureSurroundings(variables: Variables(environment), location: self, clock: settings.clock)
    let remedy =
      "set AZURE_STORAGE_CONNECTION_STRING, AZURE_STORAGE_KEY or AZURE_STORAGE_SAS_TOKEN to what Azure shows for the storage account "
      + "\(account), or run `az login`"
    return CredentialChain(
      for: "Azure Blob Storage", remedy: remedy,
      [
        (AzureSurroundings.string, place.connectionString), (AzureSurroundings.key, place.accountKey),
        (AzureSurroundings.signature, place.sharedAccessSignature), ("az's login", place.login),
      ])
  }
}

/// Everything that determines the credentials.
private struct AzureSurroundings: Sendable {
  let variables: Variables
  let location: AzureContainer
  let clock: RetryClock

  static let (string, key, signature) = (
    "AZURE_STORAGE_CONNECTION_STRING", "AZURE_STORAGE_KEY", "AZURE_STORAGE_SAS_TOKEN"
  )

  /// A whole account in one text: names and values (https://learn.microsoft.com/azure/storage/common/storage-configure-connection-string).
  func connectionString() throws(ObjectStoreError) -> SourceAnswer {
    guard let text = variables[Self.string] else { return .absent("it is not set") }
    let pairs = text.split(separator: ";").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    guard pairs.allSatisfy({ $0.count == 2 }) else { throw .credentials("noConnectionString") }
    let values = Dictionary(pairs.map { ($0[0].trimmed.lowercased(), $0[1]) }) { $1 }
    try require(values["accountname"], location.account, "AccountName", key: "account")
    let url = values["blobendpoint"].map { String($0.prefix { $0 != "?" }) }
    try require(
      url.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }, location.serviceURL, "BlobEndpoint", key: "endpoint")
    if let key = values["accountkey"] { return try read(key: key, from: Self.string) }
    guard let signature = values["sharedaccesssignature"] else { throw .credentials("emptyConnectionString") }
    return try read(signature: signature, from: Self.string)
  }

  /// Credentials of another account are sent nowhere. The key is that of pipeline.yml.
  private func require(
    _ text: String?, _ expected: String, _ name: String, key: String
  ) throws(ObjectStoreError) {
    guard let text, text.lowercased() != expected.lowercased() else { return }
    throw .credentials("otherAccount", name, text.maskingSecrets, key, expected, expected, key)
  }

  func accountKey() throws(ObjectStoreError) -> SourceAnswer { try ownVariable(Self.key, read(key:from:)) }

  func sharedAccessSignature() throws(ObjectStoreError) -> SourceAnswer {
    try ownVariable(Self.signature, read(signature:from:))
  }

  /// A key or a signature does not name its account. If the variable next to it does, it must be the destination's.
  private func ownVariable(
    _ name: String, _ read: (String, String) throws(ObjectStoreError) -> SourceAnswer
  ) throws(ObjectStoreError) -> SourceAnswer {
    guard let text = variables[name] else { return .absent("it is not set") }
    try require(variables["AZURE_STORAGE_ACCOUNT"], location.account, "AZURE_STORAGE_ACCOUNT", key: "account")
    return try read(text, name)
  }

  /// Uses the login of `az login` through Azure's own tool (https://learn.microsoft.com/cli/azure/account#az-account-get-access-token): of
  /// a person, a machine or a workload.
  func login() async throws(ObjectStoreError) -> SourceAnswer {
    let folder = variables["AZURE_CONFIG_DIR"] ?? FileSystem.homeFolder(variables["HOME"]) + "/.azure"
    let path = folder + "/azureProfile.json"
    guard FileManager.default.fileExists(atPath: path) else { return .absent("there is no \(path)") }
    guard isAzures else { return .absent("it is only for Azure's own hosts, and \(location.serviceURL) is not one") }
    let program = CredentialProgram(
      words: ["az", "account", "get-access-token", "--resource", "https://storage.azure.com/", "--output", "json"],
      installing: "install az, which knows the login, or set \(Self.signature)",
      remedy: "run `az login` to sign in again, or the command to see what it says")
    let document = try await program.document(variables)
    var lease = Lease(.token(try program.token(document["accessToken"]?.text)))
    if case .integer(let end)? = document["expires_on"] {
      lease.life = .seconds(Double(end) - clock.date().timeIntervalSince1970)
    }
    return .found(lease)
  }

  /// Whether it is a host of an Azure cloud: a token is valid for all accounts of its owner, so other hosts must not see it.
  private var isAzures: Bool {
    ["core.windows.net", "core.usgovcloudapi.net", "core.chinacloudapi.cn"].contains {
      location.serviceURL == "https://\(location.account).blob.\($0)"
    }
  }

  private func read(key: String, from place: String) throws(ObjectStoreError) -> SourceAnswer {
    guard let bytes = Data(base64Encoded: key), !bytes.isEmpty else { throw .credentials("notBase64", place) }
    return .found(Lease(.accountKey(Secret(key))))
  }

  /// Reads a pasted shared access signature and its lifetime: `se` is its end
  /// (https://learn.microsoft.com/rest/api/storageservices/create-service-sas). A stored access policy may set it instead.
  private func read(signature: String, from place: String) throws(ObjectStoreError) -> SourceAnswer {
    let token = signature.hasPrefix("?") ? String(signature.dropFirst()) : signature
    let pairs = token.split(separator: "&")
    // The bytes of a query (https://datatracker.ietf.org/doc/html/rfc3986#section-3.4); a quote is probably a pasting error.
    let isQuery = token.utf8.allSatisfy { isUnreserved($0) || "%!$&()*+,;=:@/?".utf8.contains($0) }
    guard isQuery, pairs.contains(where: { $0.hasPrefix("sig=") }) else { throw .credentials("noSignature", place) }
    let end = pairs.first { $0.hasPrefix("se=") }.flatMap { PercentEncoding.decoded($0.dropFirst(3)) }
    // A moment may be only a day, or lack its seconds
    // (https://learn.microsoft.com/rest/api/storageservices/formatting-datetime-values).
    let spellings = end.map { [$0, $0 + "T00:00:00Z", $0.replacing("Z", with: ":00Z")] } ?? []
    let life = spellings.lazy.compactMap { Lease.life(until: $0, from: clock.date()) }.first
    if let end, let life, life <= .zero { throw .credentials("endedSignature", end, place) }
    return .found(Lease(.sharedAccessSignature(Secret(token)), life: life))
  }
}
