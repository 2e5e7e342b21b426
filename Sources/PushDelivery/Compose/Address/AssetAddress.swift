/// The URL of a published media file that every client can load and take for what it is.
///
/// The text is left exactly as written: nothing is decoded, encoded or normalised.
public struct AssetAddress: Hashable, Sendable {
  public let text: String
  /// The format of the bytes there; the extension in the path tells the truth about it.
  public let format: MediaFormat

  /// Adds to `diagnostics` what is wrong with the URL; nil when an error is among it.
  ///
  /// - Parameters:
  ///   - text: An absolute https URL in the ASCII characters of RFC 3986, without user information and fragment;
  ///     http is let through with a warning when it leads to this machine.
  ///   - format: The format of the bytes there. The last component of the path, percent-decoded, must end in one of
  ///     its extensions: FCM's service extension for Apple's systems passes no type, so the extension decides
  ///     (firebase-ios-sdk, FIRMessagingExtensionHelper.m).
  public init?(
    _ text: String, format: MediaFormat, subject: Diagnostic.Subject, reporting diagnostics: inout [Diagnostic]
  ) {
    guard let url = URLRules.check(text, subject: subject, reporting: &diagnostics) else { return nil }
    if let warning = adminSDKWarning(url, subject) { diagnostics.append(warning) }
    if let problem = fileNameProblem(url, format, subject) {
      diagnostics.append(problem)
      return nil
    }
    self.text = text
    self.format = format
  }

  /// The address whose extension is true of one of `formats`, taken at its word; nil when it passes no check.
  init?(_ text: String, withExtensionOfOneOf formats: [MediaFormat]) {
    let addresses = formats.lazy.compactMap { format in
      var ignored: [Diagnostic] = []
      return AssetAddress(text, format: format, subject: .init(.message, text), reporting: &ignored)
    }
    guard let address = addresses.first else { return nil }
    self = address
  }
}

private func fileNameProblem(
  _ url: StrictURL, _ format: MediaFormat, _ subject: Diagnostic.Subject
) -> Diagnostic? {
  let name = url.fileName
  guard !name.isEmpty else { return .noFileName(subject) }
  guard let fileExtension = pathExtension(of: name) else { return .noExtension(format, subject) }
  return format.trueExtensions.contains(fileExtension) ? nil : .wrongExtension(fileExtension, format, subject)
}

/// The letters and digits behind the last dot, in lower case; nil when there are none or something else is among them,
/// or nothing is before the dot, as in `.jpg`.
private func pathExtension(of name: [UInt8]) -> String? {
  guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, dot < name.count - 1 else { return nil }
  let text = String(decoding: name[(dot + 1)...], as: UTF8.self)
  return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } ? text.lowercased() : nil
}

/// What `isURL` of the Admin SDKs refuses although RFC 3986 permits it (firebase-admin-node, utils/validator.ts).
private func adminSDKWarning(_ url: StrictURL, _ subject: Diagnostic.Subject) -> Diagnostic? {
  if url.path.contains("//") { return .adminSDK("an empty path component (//)", subject) }
  if url.path.contains("&") { return .adminSDK("a & in its path", subject) }
  if case .name(let host) = url.host, host.contains("_") { return .adminSDK("a _ in its host", subject) }
  return nil
}

extension Diagnostic {
  fileprivate static func noFileName(_ subject: Subject) -> Diagnostic {
    Diagnostic(
      "url.file-name", .error, subject,
      "the URL's path does not end in a file name, so Apple's systems would name the download after the host and "
        + "not know its type",
      remedy: "publish the file under a name such as picture.jpg")
  }

  fileprivate static func noExtension(_ format: MediaFormat, _ subject: Subject) -> Diagnostic {
    Diagnostic(
      "url.path-extension", .error, subject,
      "the last component of the URL's path has no extension; Apple's systems tell an attachment's type by it, and "
        + "one in the query does not count",
      remedy: "end the path in .\(format.fileExtension)")
  }

  fileprivate static func wrongExtension(
    _ fileExtension: String, _ format: MediaFormat, _ subject: Subject
  ) -> Diagnostic {
    Diagnostic(
      "url.path-extension", .error, subject,
      "the URL's path ends in .\(fileExtension) but the file is \(format.displayName); Apple's systems tell an "
        + "attachment's type by its extension and refuse one that lies",
      remedy: "end the path in .\(format.fileExtension)")
  }

  fileprivate static func adminSDK(_ what: String, _ subject: Subject) -> Diagnostic {
    Diagnostic(
      "url.admin-sdk", .warning, subject,
      "the URL has \(what): FCM takes it, but Firebase's Admin SDKs refuse to send it",
      remedy: "publish under an address without it if messages are sent with an Admin SDK")
  }
}
