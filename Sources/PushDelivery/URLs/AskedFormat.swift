import Findings
import MediaFacts

/// The format that a URL requests from a service that converts pictures, with the words for it.
enum AskedFormat {
  /// One that is named: `fm=webp`.
  case named(String, [MediaFormat])
  /// One that depends on the client's formats: `auto=format`, `f_auto`.
  case negotiated(String)

  /// nil if the URL requests no format, or in words with other meanings elsewhere.
  init?(_ url: StrictURL) {
    if let query = url.query, let asked = Self.first(query.split(separator: "&"), Self.byParameter) {
      self = asked
    } else if let asked = Self.first(Self.transformations(url), Self.byTransformation) {
      self = asked
    } else {
      return nil
    }
  }

  private static func first(_ parts: [Substring], _ read: (Substring) -> AskedFormat?) -> AskedFormat? {
    parts.lazy.compactMap(read).first
  }

  /// `fm=webp` of Contentful and imgix, `format=webp` of Shopify and others, `auto=format,compress` of imgix.
  private static func byParameter(_ part: Substring) -> AskedFormat? {
    let pair = part.split(separator: "=", maxSplits: 1)
    guard pair.count == 2 else { return nil }
    let (name, value) = (pair[0].lowercased(), pair[1].lowercased().replacing("%2c", with: ","))
    if ["fm", "format"].contains(name) { return format(value, in: part) }
    let isOpen = name == "auto" && value.split(separator: ",").contains { ["format", "webp", "avif"].contains($0) }
    return isOpen ? .negotiated(String(part)) : nil
  }

  /// `f_webp` and `f_auto` in the paths of Cloudinary, `format=auto` in those of Cloudflare.
  private static func byTransformation(_ part: Substring) -> AskedFormat? {
    for prefix in ["f_", "format="] where part.hasPrefix(prefix) {
      return format(part.dropFirst(prefix.count).lowercased(), in: part)
    }
    return nil
  }

  private static func format(_ name: String, in part: Substring) -> AskedFormat? {
    if name == "auto" { return .negotiated(String(part)) }
    let formats = MediaFormat.withExtension(name)
    return formats.isEmpty ? nil : .named(String(part), formats)
  }

  /// The parts between commas in the path components that say how to make the picture.
  private static func transformations(_ url: StrictURL) -> [Substring] {
    guard case .name(let host) = url.host else { return [] }
    let components = url.path.split(separator: "/")
    if host.lowercased() == "res.cloudinary.com" { return components.flatMap { $0.split(separator: ",") } }
    guard let index = components.firstIndex(of: "image"), index > 0, components[index - 1] == "cdn-cgi" else {
      return []
    }
    return components.dropFirst(index + 1).prefix(1).flatMap { $0.split(separator: ",") }
  }
}
