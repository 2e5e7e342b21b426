import Findings
import MediaFacts

extension URLRules {
  static let fileName = Rule<URLCandidate>("url.file-name") { candidate in
    guard let url = candidate.parsed, candidate.page == nil, url.fileName.isEmpty else { return [] }
    // The name of the folder or host gets the extension of the server's type.
    let byType = Consequence.uncertain(
      settledBy: "the type that the server names: check the address while it is served")
    return .one(
      "the URL's path does not end in a file name, so that Apple's systems know the download's type only if the server "
        + "names it", platforms: url.path.count > 1 ? [.ios] : nil,
      consequences: [.ios: byType, .android: .shown, .web: .shown])
  }

  static let noValue = Rule<URLCandidate>("url.no-value") { candidate in
    guard let url = candidate.parsed, candidate.isLink || candidate.page == nil else { return [] }
    if let name = missingValue(in: url) {
      return .one(
        "the URL's \(candidate.isLink ? "last part" : "file") is called \(name.quoted): a program had no value to put "
          + "there",
        // Pages may be called so.
        severity: candidate.isLink && ["null", "None"].contains(name) ? .warning : nil)
    }
    let pairs = (url.query ?? "").split(separator: "&")
    let others = url.path.split(separator: "/").dropLast() + pairs.compactMap(value)
    guard let part = others.first(where: noValues.contains) ?? pairs.first(where: lacksIdentifier) else { return [] }
    return .one("the URL has \(String(part).quoted) in it: a program had no value to put there", severity: .warning)
  }

  /// As another parameter's value, `null` may be meant.
  private static func lacksIdentifier(_ pair: Substring) -> Bool {
    pair.wholeMatch(of: /.*[Ii][Dd]=(?:null|None|nil)/) != nil
  }

  /// A program's text for a missing value, never a real value.
  private static let noValues: Set<Substring> = ["undefined", "NaN", "%5Bobject%20Object%5D", "[object%20Object]"]

  private static func value(_ pair: Substring) -> Substring? {
    pair.firstIndex(of: "=").map { pair[pair.index(after: $0)...] }
  }

  /// A missing value in place of the file's name, with an extension or without.
  private static func missingValue(in url: StrictURL) -> String? {
    let name = String(decoding: percentDecoded(url.fileName), as: UTF8.self)
    let stem = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init) ?? name
    return ["undefined", "null", "NaN", "None", "[object Object]"].contains(stem) ? name : nil
  }

  static let pathExtension = Rule<URLCandidate>("url.path-extension") { candidate in
    guard let url = candidate.parsed, candidate.page == nil, !url.fileName.isEmpty, missingValue(in: url) == nil,
      queryExtension(url) == nil
    else { return [] }
    guard let fileExtension = url.pathExtension else {
      return .one(
        "the last component of the URL's path has no extension; Apple's systems then trust the type that the server "
          + "names", severity: .warning)
    }
    // So does sound.
    guard MediaFormat.withExtension(fileExtension).isEmpty, AppleAttachment(fileExtension: fileExtension) == nil,
      otherFiles[fileExtension] == nil
    else { return [] }
    return .one(
      "the URL's path ends in .\(fileExtension), which is no picture's extension; Apple's systems then trust the type "
        + "that the server names", severity: .warning)
  }

  static let extensionInQuery = Rule<URLCandidate>("url.extension-in-query") { candidate in
    guard let url = candidate.parsed, candidate.page == nil, let found = queryExtension(url) else { return [] }
    return .one("the URL has .\(found) in its query, where Apple's systems do not look for it, and none in its path")
  }

  static let format = Rule<URLCandidate>("url.format") { candidate in
    guard let url = candidate.parsed, candidate.page == nil else { return [] }
    guard let fileExtension = url.pathExtension else { return asked(of: url, candidate) }
    if let kind = otherFiles[fileExtension] {
      return .one(
        "the URL's extension is that of \(kind), and no client shows a picture of such a file",
        platforms: candidate.platforms)
    }
    let formats = MediaFormat.withExtension(fileExtension)
    guard !formats.isEmpty else { return asked(of: url, candidate) }
    let (blind, words) = blindness(to: formats, candidate)
    guard !blind.isEmpty else { return asked(of: url, candidate) }
    return .one("the URL's extension is that of \(words)", platforms: blind)
  }

  /// The clients that show none of some formats, and words for it.
  private static func blindness(
    to formats: [MediaFormat], _ candidate: URLCandidate
  ) -> (platforms: Set<Platform>, words: String) {
    let blind = candidate.platforms.filter { platform in !formats.contains(where: platform.shows) }
    let names = blind.sorted().map(\.displayName).joined(separator: " and ")
    return (blind, "\(formats[0].displayName), which is not shown on \(names)")
  }

  /// The format that the URL requests from a converting service, whatever its path ends in.
  private static func asked(of url: StrictURL, _ candidate: URLCandidate) -> [Finding] {
    guard let asked = AskedFormat(url) else { return [] }
    let settledBy = Consequence.uncertain(
      settledBy: "the type that the server names: check the address while it is served")
    switch asked {
    case .negotiated(let text):
      guard candidate.platforms.contains(.ios) else { return [] }
      return .one(
        "the URL leaves the format to the server (\(text.quoted)), which goes by what the client says it takes: Apple's "
          + "systems show no WebP and no AVIF", severity: .note,
        remedy: "name a format that all show, such as JPEG, where the URL leaves it open", platforms: [.ios],
        consequence: settledBy)
    case .named(let text, let formats):
      let (blind, words) = blindness(to: formats, candidate)
      guard !blind.isEmpty else { return [] }
      return .one(
        "the URL asks by \(text.quoted) for \(words)", severity: .warning, remedy: "ask for JPEG or PNG",
        platforms: blind, consequence: settledBy)
    }
  }

  /// The extension of a picture or video in a query whose path has none.
  private static func queryExtension(_ url: StrictURL) -> String? {
    guard let query = url.query, query.utf8.contains(UInt8(ascii: ".")),
      url.pathExtension.map({ MediaFormat.withExtension($0).isEmpty }) ?? true
    else { return nil }
    return query.split { "&=/;%".contains($0) }.lazy
      .compactMap { value in value.lastIndex(of: ".").map { value[value.index(after: $0)...].lowercased() } }
      .first { !MediaFormat.withExtension($0).isEmpty }
  }
}

/// Files that are never pictures, in words, by their extensions. Programs such as `.php` may answer with one.
private let otherFiles = WordTable.files.pairs("file")

extension StrictURL {
  /// The letters and digits after the last dot of the file's name, in lower case; nil if it is empty or has other signs, or if the name
  /// before the dot is empty, as in `.jpg`.
  var pathExtension: String? {
    let name = fileName
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, dot < name.count - 1 else { return nil }
    let letters = name[(dot + 1)...]
    // Unreserved bytes without the signs among them.
    guard letters.allSatisfy({ isUnreserved($0) && !"-._~".utf8.contains($0) }) else { return nil }
    return String(decoding: letters, as: UTF8.self).lowercased()
  }
}

/// The format that a URL requests from a service that converts pictures, with the words for it.
enum AskedFormat {
  /// One that is named: `fm=webp`.
  case named(String, [MediaFormat])
  /// One that depends on the client's formats: `auto=format`, `f_auto`.
  case negotiated(String)

  /// nil if the URL requests no format, or in words with other meanings elsewhere: `fm=webp` of Contentful and imgix, `format=webp` of
  /// Shopify and others, `auto=format,compress` of imgix; in paths `f_webp` of Cloudinary and `format=auto` of Cloudflare.
  init?(_ url: StrictURL) {
    let query = (url.query ?? "").split(separator: "&")
    let asked =
      query.lazy.compactMap { Self.asked($0, after: ["fm=", "format="]) }.first
      ?? Self.transformations(url).lazy.compactMap { Self.asked($0, after: ["f_", "format="]) }.first
    guard let asked else { return nil }
    self = asked
  }

  private static func asked(_ part: Substring, after names: [String]) -> AskedFormat? {
    let text = part.lowercased().replacing("%2c", with: ",")
    if text.hasPrefix("auto=") {
      let isOpen = text.dropFirst(5).split(separator: ",").contains { ["format", "webp", "avif"].contains($0) }
      return isOpen ? .negotiated(String(part)) : nil
    }
    guard let value = names.first(where: text.hasPrefix).map({ String(text.dropFirst($0.count)) }) else { return nil }
    let formats = MediaFormat.withExtension(value)
    return value == "auto" ? .negotiated(String(part)) : formats.isEmpty ? nil : .named(String(part), formats)
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
