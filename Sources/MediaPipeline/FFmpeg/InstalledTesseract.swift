/// tesseract on this machine, with the data that it reads scripts and languages with.
package struct InstalledTesseract: Sendable {
  let path: String
  /// Empty if it does not name one.
  let dataFolder: String
  /// What it can read, by its own names, such as `eng`, `Latin` or `script/Latin`.
  let names: [String]

  /// Nil if it is not installed, or does not list its data soon. It is asked once, on demand.
  static let found = Task { await find() }

  private static func find() async -> InstalledTesseract? {
    guard let path = LoadedLibraries.program(DecodingProgram.tesseract.rawValue) else { return nil }
    let list = try? await DecodingProgram.tesseract.output(
      ["--list-langs"], limit: largestList, orThrow: .untrustworthy(detail: "too many languages"), killedAfter: 5)
    guard let list, list.ending.isSuccess else { return nil }
    return InstalledTesseract(path: path, list: String(decoding: list.bytes, as: UTF8.self))
  }

  private static let largestList = 1 << 16

  /// - Parameter list: a heading, such as `List of available languages in "/usr/share/tesseract-ocr/5/tessdata/" (2):`, and a name a line.
  package init?(path: String, list: String) {
    let lines = list.split(whereSeparator: \.isNewline).map(String.init)
    names = lines.dropFirst().filter { $0.wholeMatch(of: /[A-Za-z0-9_\/]+/) != nil }
    guard !names.isEmpty else { return nil }
    let quoted = lines[0].split(separator: "\"", omittingEmptySubsequences: false)
    (self.path, dataFolder) = (path, quoted.count == 3 ? String(quoted[1]) : "")
  }

  /// The data to read pictures with: of the common scripts; of languages without any script.
  package var languages: [String] {
    let scripts = Self.scripts.compactMap { script in names.first { $0 == script || $0 == "script/" + script } }
    return scripts.isEmpty ? Array(names.filter { !["osd", "equ"].contains($0) }.prefix(Self.mostLanguages)) : scripts
  }

  private static let scripts = [
    "Latin", "Cyrillic", "Greek", "Arabic", "Hebrew", "Devanagari", "Bengali", "Tamil", "Thai", "HanS", "HanT",
    "Japanese", "Hangul",
  ]

  /// Each costs time.
  private static let mostLanguages = 6

  /// The names with their sizes in bytes.
  var dataSizes: [String] {
    names.sorted().map { name in
      guard case .file(let byteCount) = FileSystem.kind(of: "\(dataFolder)/\(name).traineddata") else { return name }
      return "\(name) \(byteCount)"
    }
  }
}
