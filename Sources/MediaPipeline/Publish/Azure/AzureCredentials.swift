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

  /// A whole account in one text.
  func connectionString() throws(ObjectStoreError) -> SourceAnswer {
    guard let text = variables[Self.string] else { return .absent("it is not set") }
    let string = try AzureConnectionString(text)
    if let (what, expected, key) = string.mismatch(with: location) {
      throw .noCredentials(
        "it is of \(what), and the destination's is \(expected)",
        remedy: "set \(Self.string) to the one of \(expected), or correct `\(key)` in pipeline.yml")
    }
    if let key = string["AccountKey"] { return try read(key: key, from: Self.string) }
    guard let signature = string["SharedAccessSignature"] else {
      throw .noCredentials(
        "it has neither AccountKey nor SharedAccessSignature",
        remedy: "copy it again, as Azure shows it under Access keys")
    }
    return try read(signature: signature, from: Self.string)
  }

  func accountKey() throws(ObjectStoreError) -> SourceAnswer {
    guard let text = try ownVariable(Self.key) else { return .absent("it is not set") }
    return try read(key: text, from: Self.key)
  }

  func sharedAccessSignature() throws(ObjectStoreError) -> SourceAnswer {
    guard let text = try ownVariable(Self.signature) else { return .absent("it is not set") }
    return try read(signature: text, from: Self.signature)
  }

  /// A key or a signature does not name its account. If the variable next to it does, it must be the destination's.
  private func ownVariable(_ name: String) throws(ObjectStoreError) -> String? {
    guard let text = variables[name] else { return nil }
    guard let account = variables["AZURE_STORAGE_ACCOUNT"], account != location.account else { return text }
    throw .noCredentials(
      "AZURE_STORAGE_ACCOUNT is \(account), and the destination's account is \(location.account)",
      remedy: "set the variables of \(location.account), or correct `account` in pipeline.yml")
  }

  /// Uses the login of `az login` through Azure's own tool (https://learn.microsoft.com/cli/azure/account#az-account-get-access-token): of
  /// a person, a machine or a workload.
  func login() async throws(ObjectStoreError) -> SourceAnswer {
    let folder = variables["AZURE_CONFIG_DIR"] ?? FileSystem.homeFolder(variables["HOME"]) + "/.azure"
    let path = folder + "/azureProfile.json"
    guard FileManager.default.fileExists(atPath: path) else { return .absent("there is no \(path)") }
    guard isAzures else { return .absent("it is only for Azure's own hosts, and \(location.serviceURL) is not one") }
    let command = "az account get-access-token --resource https://storage.azure.com/ --output json"
    let program = CredentialProgram(
      words: command.split(separator: " ").map(String.init),
      installing: "install az, which knows the login, or set \(Self.signature)",
      remedy: "run `az login`, then `\(command)`, and see what it says")
    let document = try await program.document(variables)
    guard let token = document["accessToken"]?.text, token.isToken else { throw program.failure("printed no token") }
    var lease = Lease(.token(Secret(token)))
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

  /// Reads a pasted account key.
  private func read(key: String, from place: String) throws(ObjectStoreError) -> SourceAnswer {
    guard let bytes = Data(base64Encoded: key), !bytes.isEmpty else {
      throw .noCredentials(
        "the account's key is not Base64", remedy: "copy the key into \(place) again, with its end ==")
    }
    return .found(Lease(.accountKey(Secret(key))))
  }

  /// Reads a pasted shared access signature and its lifetime: `se` is its end
  /// (https://learn.microsoft.com/rest/api/storageservices/create-service-sas). A stored access policy may set it instead.
  private func read(signature: String, from place: String) throws(ObjectStoreError) -> SourceAnswer {
    let token = signature.hasPrefix("?") ? String(signature.dropFirst()) : signature
    let pairs = token.split(separator: "&")
    // The bytes of a query (https://datatracker.ietf.org/doc/html/rfc3986#section-3.4); a quote is probably a pasting error.
    let isQuery = token.utf8.allSatisfy { isUnreserved($0) || "%!$&()*+,;=:@/?".utf8.contains($0) }
    guard isQuery, pairs.contains(where: { $0.hasPrefix("sig=") }) else {
      throw .noCredentials(
        "it holds no shared access signature",
        remedy: "copy the signature into \(place) again: it has a part sig= and no spaces")
    }
    let end = pairs.first { $0.hasPrefix("se=") }.flatMap { PercentEncoding.decoded($0.dropFirst(3)) }
    // A moment may be only a day, or lack its seconds
    // (https://learn.microsoft.com/rest/api/storageservices/formatting-datetime-values).
    let spellings = end.map { [$0, $0 + "T00:00:00Z", $0.replacing("Z", with: ":00Z")] } ?? []
    let life = spellings.lazy.compactMap { Lease.life(until: $0, from: clock.date()) }.first
    if let end, let life, life <= .zero {
      throw .noCredentials("the shared access signature ended at \(end)", remedy: "set \(place) to a new one")
    }
    return .found(Lease(.sharedAccessSignature(Secret(token)), life: life))
  }
}

/// Names and values that describe an account (https://learn.microsoft.com/azure/storage/common/storage-configure-connection-string). Some
/// are keys, so it is only kept while it is read.
private struct AzureConnectionString {
  private var values: [String: String]

  init(_ text: String) throws(ObjectStoreError) {
    let pairs = text.split(separator: ";").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    guard pairs.allSatisfy({ $0.count == 2 }) else {
      throw .noCredentials(
        "it is no connection string",
        remedy: "copy it again, as Azure shows it, and put it in quotes: AccountName=...;AccountKey=...")
    }
    values = Dictionary(pairs.map { ($0[0].trimmed.lowercased(), $0[1]) }) { $1 }
    guard values["usedevelopmentstorage"]?.trimmed.lowercased() == "true" else { return }
    // Azurite's account and its well-known key
    // (https://learn.microsoft.com/azure/storage/common/storage-use-azurite#well-known-storage-account-and-key).
    let host = values["developmentstorageproxyuri"] ?? "http://127.0.0.1"
    values["accountname"] = "devstoreaccount1"
    values["accountkey"] = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
    values["blobendpoint"] = "\(host):10000/devstoreaccount1"
  }

  /// The value of a name, ignoring case.
  subscript(_ name: String) -> String? { values[name.lowercased()] }

  /// What is not the destination's, what that is, and its key in pipeline.yml; nil if account and address are the same: one account does
  /// not serve another's files.
  func mismatch(with location: AzureContainer) -> (what: String, expected: String, key: String)? {
    if let account = self["AccountName"], account != location.account {
      return ("the account \(account)", location.account, "account")
    }
    guard let url = blobURL(of: location), url.lowercased() != location.serviceURL.lowercased() else { return nil }
    return ("the endpoint \(url.maskingSecrets)", location.serviceURL, "endpoint")
  }

  /// Its address of blobs, without a slash at its end; nil if it uses Azure's standard names.
  private func blobURL(of location: AzureContainer) -> String? {
    if let url = self["BlobEndpoint"]?.prefix(while: { $0 != "?" }) {
      return String(url.hasSuffix("/") ? url.dropLast() : url)
    }
    // Azure's connection strings contain no custom domains.
    let start = "https://\(location.account).blob."
    guard let suffix = self["EndpointSuffix"], location.serviceURL.hasPrefix(start) else { return nil }
    return start + suffix
  }
}
