package import Findings
import MediaFacts

/// The file name that a server gives (RFC 6266).
package enum ContentDisposition {
  /// The file name in a `Content-Disposition` value: of `filename*` (RFC 8187), else of `filename`, without folders. nil if both are
  /// missing, or the name is empty.
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

  /// A backslash makes the next character literal.
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

/// The name that Apple's systems give a loaded file: `URLResponse.suggestedFilename`. Foundation on Linux lacks the URL and the media type.
///
/// The order of the sources is Apple's documentation (https://developer.apple.com/documentation/foundation/urlresponse/suggestedfilename);
/// when an extension is appended comes from WebKit's function of the same purpose (`suggestedFilenameWithMIMEType` in
/// Source/WebCore/loader/mac/LoaderNSURLExtras.mm), because the original is closed.
package enum SuggestedFilename {
  /// - Parameter url: the URL of the answer, after all redirects.
  package static func of(_ url: String, _ header: HeaderFields) -> String {
    let named = header["Content-Disposition"].flatMap(ContentDisposition.fileName)
    return withExtension(named ?? name(in: url), of: header.mediaType)
  }

  /// The last component of the decoded path (an escaped `/` also divides), else the host.
  private static func name(in text: String) -> String {
    guard let url = try? StrictURL(text) else { return "unknown" }
    let components = percentDecoded(url.path.utf8).split(separator: UInt8(ascii: "/"))
    if let last = components.last { return String(decoding: last, as: UTF8.self) }
    if case .name(let host) = url.host { return host }
    return "unknown"
  }

  /// An extension registered for the type stays; after any other, the preferred one is added.
  private static func withExtension(_ name: String, of mediaType: String?) -> String {
    guard let mediaType, mediaType != "text/plain",
      let extensions = MediaFormat.appleExtensions(of: mediaType) ?? otherTypes[mediaType],
      let preferred = extensions.first, !extensions.contains(pathExtension(of: name).lowercased())
    else { return name }
    return "\(name).\(preferred)"
  }

  /// The part after the last dot; empty if the part before or after it is empty.
  static func pathExtension(of name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return String(name[name.index(after: dot)...])
  }
}

/// Types that are neither pictures nor videos: icons, sounds, and the pages and documents that servers name instead, from the declarations
/// of Apple's Uniform Type Identifiers
/// (https://developer.apple.com/documentation/uniformtypeidentifiers/system-declared-uniform-type-identifiers), with their extensions.
private let otherTypes = Dictionary(
  uniqueKeysWithValues: WordTable.files.rows("type").map { ($0[0], Array($0.dropFirst())) })
