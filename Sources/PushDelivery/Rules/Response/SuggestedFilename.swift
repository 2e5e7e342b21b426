/// What Apple's systems call a file that they load: `URLResponse.suggestedFilename`, written out since Foundation on
/// Linux knows neither the address nor the media type.
///
/// The order of the sources is Apple's documentation
/// (https://developer.apple.com/documentation/foundation/urlresponse/suggestedfilename); when an extension is appended is
/// told by WebKit's function of the same purpose (`suggestedFilenameWithMIMEType` in
/// Source/WebCore/loader/mac/LoaderNSURLExtras.mm), which stands for the closed original.
package enum SuggestedFilename {
  /// - Parameter url: the address that the answer came from, after all redirects.
  package static func of(_ url: String, _ header: HeaderFields) -> String {
    let named = header["Content-Disposition"].flatMap(ContentDisposition.fileName)
    return withExtension(named ?? name(in: url), of: header.mediaType)
  }

  /// The last component of the decoded path, so that an escaped `/` divides too; else the host.
  private static func name(in text: String) -> String {
    guard let url = try? StrictURL(text) else { return "unknown" }
    let components = percentDecoded(url.path.utf8).split(separator: UInt8(ascii: "/"))
    if let last = components.last { return String(decoding: last, as: UTF8.self) }
    if case .name(let host) = url.host { return host }
    return "unknown"
  }

  /// An extension that is registered for the type stays; another one gets the preferred one behind it.
  private static func withExtension(_ name: String, of mediaType: String?) -> String {
    guard let mediaType, mediaType != "text/plain", let type = RegisteredType(mediaType: mediaType),
      let preferred = type.extensions.first, !type.extensions.contains(pathExtension(of: name).lowercased())
    else { return name }
    return "\(name).\(preferred)"
  }

  /// What stands behind the last dot; empty where nothing stands before or behind it.
  static func pathExtension(of name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return String(name[name.index(after: dot)...])
  }
}
