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
    let address = AddressText(text)
    diagnostics += [AddressRules.adminSDK].diagnostics(about: subject, in: address)
    let problems =
      [AddressRules.fileName].diagnostics(about: subject, in: address) + extensionProblems(url, format, subject)
    guard problems.isEmpty else {
      diagnostics += problems
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

/// Since the format is known here, an extension that is missing or of another format is an error and not a doubt.
private func extensionProblems(
  _ url: StrictURL, _ format: MediaFormat, _ subject: Diagnostic.Subject
) -> [Diagnostic] {
  guard !url.fileName.isEmpty else { return [] }
  let message: String
  if let fileExtension = url.pathExtension {
    guard !format.trueExtensions.contains(fileExtension) else { return [] }
    message =
      "the URL's path ends in .\(fileExtension) but the file is \(format.displayName); Apple's systems tell an "
      + "attachment's type by its extension and refuse one that lies"
  } else {
    message =
      "the last component of the URL's path has no extension; Apple's systems tell an attachment's type by it, and one "
      + "in the query does not count"
  }
  let finding = Finding(message, remedy: "end the path in .\(format.fileExtension)")
  return [finding.diagnostic(of: AddressRules.pathExtension.description, about: subject)]
}
