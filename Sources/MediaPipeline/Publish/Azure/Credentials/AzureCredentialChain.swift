import Curl
import Essentials
import PushDelivery

extension AzureCredentials {
  /// Credentials from the variables at which Azure's own command line looks, in its order
  /// (https://learn.microsoft.com/cli/azure/azure-cli-configuration, and `cf_blob_service` in
  /// https://github.com/Azure/azure-cli/blob/dev/src/azure-cli/azure/cli/command_modules/storage/_client_factory.py).
  ///
  /// - Parameters:
  ///   - location: what they are for. Credentials of other accounts are refused, so that none are sent elsewhere.
  ///   - clock: by which it is known whether a shared access signature has ended.
  public static func chain(
    _ location: AzureLocation, environment: [String: String], clock: RetryClock = .system
  ) -> CredentialChain<AzureCredentials> {
    let variables = Variables(environment)
    return CredentialChain(
      for: "Azure Blob Storage",
      remedy:
        "set AZURE_STORAGE_CONNECTION_STRING, AZURE_STORAGE_KEY or AZURE_STORAGE_SAS_TOKEN to what Azure shows for the storage account "
        + location.account,
      [
        ConnectionStringVariable(variables: variables, location: location, clock: clock),
        AccountKeyVariable(variables: variables, location: location),
        SharedAccessSignatureVariable(variables: variables, location: location, clock: clock),
      ])
  }
}

/// A whole account in one text.
private struct ConnectionStringVariable: CredentialSource {
  let variables: Variables
  let location: AzureLocation
  let clock: RetryClock
  let name = "AZURE_STORAGE_CONNECTION_STRING"

  func find() throws(ObjectStoreError) -> SourceAnswer<AzureCredentials> {
    guard let text = variables[name] else { return .absent("it is not set") }
    let string = try AzureConnectionString(text, named: name)
    try string.requireMatch(with: location)
    if let key = string["AccountKey"] { return .found(Lease(try AzureCredentials.key(key, from: name))) }
    guard let signature = string["SharedAccessSignature"] else {
      throw .noCredentials(
        "it has neither AccountKey nor SharedAccessSignature",
        remedy: "copy it again, as Azure shows it under Access keys")
    }
    return .found(try AzureCredentials.signature(signature, from: name, now: clock.date()))
  }
}

/// One of the account's keys.
private struct AccountKeyVariable: CredentialSource {
  let variables: Variables
  let location: AzureLocation
  let name = "AZURE_STORAGE_KEY"

  func find() throws(ObjectStoreError) -> SourceAnswer<AzureCredentials> {
    guard let key = variables[name] else { return .absent("it is not set") }
    try variables.requireAccount(of: location)
    return .found(Lease(try AzureCredentials.key(key, from: name)))
  }
}

/// What somebody was given who has no key.
private struct SharedAccessSignatureVariable: CredentialSource {
  let variables: Variables
  let location: AzureLocation
  let clock: RetryClock
  let name = "AZURE_STORAGE_SAS_TOKEN"

  func find() throws(ObjectStoreError) -> SourceAnswer<AzureCredentials> {
    guard let token = variables[name] else { return .absent("it is not set") }
    try variables.requireAccount(of: location)
    return .found(try AzureCredentials.signature(token, from: name, now: clock.date()))
  }
}

extension Variables {
  /// A key says nothing of whose it is. Where the variable beside it does, it must be the destination's.
  fileprivate func requireAccount(of location: AzureLocation) throws(ObjectStoreError) {
    guard let account = self["AZURE_STORAGE_ACCOUNT"], account != location.account else { return }
    throw .noCredentials(
      "AZURE_STORAGE_ACCOUNT is \(account), and the destination's account is \(location.account)",
      remedy: "set the variables of \(location.account), or correct `account` in pipeline.yml")
  }
}
