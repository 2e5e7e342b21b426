package import Findings

/// What a server says that a file is called (RFC 6266).
package enum ContentDisposition {
  /// The file's name in the value of a `Content-Disposition` field: of `filename*` (RFC 8187), else of `filename`, without
  /// folders. nil where there is neither, or it is empty.
  package static func fileName(in value: String) -> String? {
    let parameters = parameters(of: value)
    let name = parameters["filename*"].flatMap(decoded) ?? parameters["filename"]
    let last = name?.split { $0 == "/" || $0 == "\\" }.last.map(String.init)
    return last
  }

  /// The first value of each parameter, under its name in lower case.
  private static func parameters(of value: String) -> [String: String] {
    var rest = value.drop { $0 != ";" }
    var parameters: [String: String] = [:]
    while rest.popFirst() == ";" {
      let name = rest.prefix { $0 != "=" && $0 != ";" }
      rest = rest.dropFirst(name.count)
      guard rest.first == "=" else { continue }
      rest = rest.dropFirst().drop { $0 == " " }
      let key = trimmed(name).lowercased()
      let text = rest.first == "\"" ? quoted(&rest) : token(&rest)
      if parameters[key] == nil { parameters[key] = text }
      rest = rest.drop { $0 != ";" }
    }
    return parameters
  }

  private static func token(_ rest: inout Substring) -> String {
    let token = rest.prefix { $0 != ";" }
    rest = rest.dropFirst(token.count)
    return String(trimmed(token))
  }

  /// A backslash takes the special meaning from what follows it.
  private static func quoted(_ rest: inout Substring) -> String {
    var text = ""
    rest.removeFirst()
    while let character = rest.popFirst(), character != "\"" {
      guard character == "\\" else {
        text.append(character)
        continue
      }
      if let escaped = rest.popFirst() { text.append(escaped) }
    }
    return text
  }

  /// `charset'language'escaped`, in UTF-8 or Latin-1; nil for anything else.
  private static func decoded(_ value: String) -> String? {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let bytes = percentDecoded(parts[2].utf8)
    switch parts[0].lowercased() {
    case "utf-8": return String(validating: bytes, as: UTF8.self)
    case "iso-8859-1": return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    default: return nil
    }
  }
}

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
