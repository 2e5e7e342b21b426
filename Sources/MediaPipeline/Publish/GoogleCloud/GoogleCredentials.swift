/// By what Google Cloud knows who sends a request.
public enum GoogleCredentials: Hashable, Sendable {
  case serviceAccount(ServiceAccountKey)
  /// The service account of the machine that this runs on; the host, perhaps with a port.
  case metadataServer(host: String)
  /// Nobody: emulators ask for nothing.
  case anonymous

  /// Finds credentials where Google's libraries look: in the file that `GOOGLE_APPLICATION_CREDENTIALS` names, or at the
  /// metadata server (`GCE_METADATA_HOST`) (https://cloud.google.com/docs/authentication/application-default-credentials). With
  /// `STORAGE_EMULATOR_HOST`, none are needed.
  ///
  /// - Throws: `CredentialsError` where that file is no key of a service account.
  public static func find(environment: [String: String]) throws(CredentialsError) -> GoogleCredentials {
    let variables = environment.filter { !$0.value.isEmpty }
    if let path = variables["GOOGLE_APPLICATION_CREDENTIALS"] {
      return .serviceAccount(try ServiceAccountKey(file: path))
    }
    if variables["STORAGE_EMULATOR_HOST"] != nil { return .anonymous }
    return .metadataServer(host: variables["GCE_METADATA_HOST"] ?? "metadata.google.internal")
  }
}
