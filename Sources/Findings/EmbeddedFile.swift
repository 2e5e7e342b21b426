internal import Cresources

/// Text files of the folder Resources that are part of the program: the handbook, and templates of files that it writes.
public enum EmbeddedFile {
  /// The text of a file.
  ///
  /// - Parameter path: its path in Resources, as "handbook/rules.md". A path that is not in the list of Resources/Cresources.c is a
  ///   programming error.
  public static func text(_ path: String) -> String {
    guard let text = texts[path] else { preconditionFailure("Resources/Cresources.c does not name \(path)") }
    return String(cString: text)
  }

  /// The paths of all files of a folder and of the folders in it, in the order of the list.
  ///
  /// - Parameter folder: its path in Resources, as "ios-extension/swift".
  public static func paths(in folder: String) -> [String] {
    all.map(\.path).filter { $0.hasPrefix(folder + "/") }
  }

  /// C strings that stay while the program runs, so every thread may read them.
  private nonisolated(unsafe) static let all = {
    var files: [(path: String, text: UnsafePointer<CChar>)] = []
    var next = embedded_files()
    while let file = next?.pointee, let path = file.path, let text = file.text {
      files.append((String(cString: path), text))
      next = next?.successor()
    }
    return files
  }()

  private nonisolated(unsafe) static let texts = Dictionary(uniqueKeysWithValues: all.map { ($0.path, $0.text) })
}

/// A table in the resources: each line has a kind and its text; lines that begin with `# ` are comments.
package struct WordTable: Sendable {
  private let lines: [Substring: [Substring]]

  /// - Parameter path: of the file in Resources.
  package init(_ path: String) {
    var lines: [Substring: [Substring]] = [:]
    for line in EmbeddedFile.text(path).split(separator: "\n") where !line.hasPrefix("# ") {
      let parts = line.split(separator: " ", maxSplits: 1)
      if parts.count == 2 { lines[parts[0], default: []].append(parts[1]) }
    }
    self.lines = lines
  }

  /// The texts of a kind, in the order of the table.
  package subscript(kind: String) -> [String] { (lines[kind[...]] ?? []).map(String.init) }

  /// The same as words; the last of at most `most` has all the rest.
  package func rows(_ kind: String, most: Int = .max) -> [[String]] {
    self[kind].map { $0.split(separator: " ", maxSplits: most - 1).map(String.init) }
  }

  /// Each of several names between commas, and the text after them.
  package func pairs(_ kind: String) -> [String: String] {
    let pairs = rows(kind, most: 2).flatMap { row in row[0].split(separator: ",").map { (String($0), row[1]) } }
    return Dictionary(uniqueKeysWithValues: pairs)
  }
}

/// The words of an error that is a case: a line of texts/errors.txt.
public struct ErrorWords: Error, Hashable, Sendable {
  /// The rule or the incident.
  package let id: RuleIdentifier
  package let message: String
  /// How to fix it; nil if the rule or incident says it.
  package let remedy: String?
  /// What follows from it, where that is said.
  package let cost: String?

  /// The rule or incident of each line, and the pieces of its message and remedy, which have details between them. Read once: a table may
  /// have a hundred thousand wrong rows.
  private static let lines = Dictionary(
    uniqueKeysWithValues: EmbeddedFile.text("texts/errors.txt").split(separator: "\n").filter { !$0.hasPrefix("# ") }
      .map { line in
        let parts = line.split(separator: " | ")
        let names = parts[0].split(separator: " ").map(String.init)
        let texts = parts.dropFirst().map { $0.split(separator: "{}", omittingEmptySubsequences: false) }
        return (names[0], (id: RuleIdentifier(rawValue: names[1]), texts: texts))
      })

  /// - Parameters:
  ///   - kind: of the error, as the table calls it.
  ///   - name: the case, or its name.
  ///   - details: for the message, the remedy and the cost, in their order.
  package init(_ kind: String, _ name: some Any, _ details: [String] = []) {
    let line = kind + "." + "\(name)".prefix { $0 != "(" }
    guard let found = Self.lines[line] else { preconditionFailure("texts/errors.txt has no \(line)") }
    id = found.id
    var rest = details[...]
    let texts = found.texts.map { pieces in
      pieces.dropFirst().reduce(String(pieces[0])) { $0 + (rest.popFirst() ?? "") + $1 }
    }
    message = texts[0]
    (remedy, cost) = (texts.count > 1 ? texts[1] : nil, texts.count > 2 ? texts[2] : nil)
  }
}

extension ErrorWords {
  /// A line of texts/errors.txt about pipeline.yml, a flag or a variable.
  package static func setting(_ name: String, _ details: String...) -> ErrorWords {
    ErrorWords("setting", name, details)
  }

  /// A line of texts/errors.txt about a campaign.
  package static func campaign(_ name: String, _ details: String...) -> ErrorWords {
    ErrorWords("campaign", name, details)
  }

  /// The same about a flag's value.
  package static func flag(_ name: String, _ details: String...) -> ErrorWords { ErrorWords("flag", name, details) }

  /// The same about a finding of `richpush doctor`.
  package static func doctor(_ name: String, _ details: String...) -> ErrorWords { ErrorWords("doctor", name, details) }
}

extension Diagnostic {
  /// An incident in the words of texts/errors.txt. `remedy`: instead of theirs.
  package init(_ words: ErrorWords, _ subject: Subject, severity: Severity? = nil, remedy: String? = nil) {
    self.init(
      Incident.named(words.id) ?? .configurationValue, subject, words.message, severity: severity,
      remedy: remedy ?? words.remedy)
  }
}

// The tables.
extension WordTable {
  /// Texts that programs, spreadsheets and templates leave.
  package static let leftovers = WordTable("texts/leftovers.txt")

  /// Kinds of files.
  package static let files = WordTable("texts/files.txt")

  /// Codecs, decoders and libraries.
  package static let decoding = WordTable("texts/decoding.txt")

  /// Names, extensions and media types of pictures and videos.
  package static let formats = WordTable("texts/formats.txt")

  /// Names of fields that FCM does not know.
  package static let fields = WordTable("texts/fields.txt")

  /// Names in requests.
  package static let requests = WordTable("texts/requests.txt")

  /// What clients offer, send and refuse.
  package static let clients = WordTable("texts/clients.txt")

  /// How files are made, and why.
  package static let plans = WordTable("texts/plans.txt")

  /// URLs that people copy from their own screen, and pages about files.
  package static let addresses = WordTable("texts/addresses.txt")
}

/// A limit that a client or service of a notification enforces, with its source: a line of texts/limits.txt.
///
/// Configuration may be stricter, never looser.
public enum ClientLimit: Int, Hashable, Sendable, CaseIterable {
  case composerImageBytes, androidImageBytes, appleImageBytes, androidVisibleWidth, androidVisibleHeight,
    appleScreenSide, payloadBytes, topicPayloadBytes, apnsHeadroomBytes, topicNameCharacters, conditionTopics,
    analyticsLabelCharacters, batchMessages, androidPictureBodyCharacters, titleLetters, appleTextLetters,
    appleTextLettersBesidePicture, urlBytes, comfortableImageBytes, androidDownloadSeconds, androidLargestSide,
    androidPixels, webVisibleWidth, webVisibleHeight, recommendedWidth, shownWidth, vendorMinimumWidth,
    recommendedAspect, aspectTolerance, androidRedirects, appleRedirects, webRedirects, webDownloadSeconds,
    appleMovieBytes, comfortableMovieBytes, appleExtensionSeconds, shortestFrameDelay

  /// The limit, in the unit of its name: bytes, pixels, characters or a count.
  public var value: Int { row.value }
  /// Who enforces it, and what happens above it.
  public var reason: String { row.reason }
  /// The document or source file that says so.
  public var source: String { row.source }

  private typealias Row = (value: Int, reason: String, source: String)

  private var row: Row { Self.rows[rawValue] }

  /// In the order of the cases.
  private static let rows = {
    let table = WordTable("texts/limits.txt")
    return allCases.map { limit -> Row in
      let words = table["\(limit)"].first?.split(separator: " · ") ?? []
      guard words.count == 3 else { preconditionFailure("texts/limits.txt has no \(limit)") }
      return (Int(words[0].filter(\.isNumber)) ?? 0, String(words[1]), String(words[2]))
    }
  }()
}
