import Findings
package import MediaFacts
import PushDelivery
import Subprocess

/// Reads the words of a picture with tesseract, if it is installed. Runs in a worker process.
package enum WordReader {
  /// A run takes 0.2 to 2 seconds, and several times as long on a busy machine.
  private static let seconds = 20
  /// Of 100. Nine of ten words that tesseract is so sure of are right.
  private static let leastConfidence = 80.0
  /// A hundred words need 6,000 bytes.
  private static let largestOutput = 1 << 18
  private static let mostWords = 200
  private static let longestWord = 40

  /// The words that can be read with confidence.
  ///
  /// - Returns: nil if tesseract is missing or fails: that is not the picture's fault.
  static func words(in samples: [UInt8], width: Int) async -> [ReadWord]? {
    guard let languages = await InstalledTesseract.found.value?.languages, !languages.isEmpty, width > 0 else {
      return nil
    }
    let height = samples.count / width
    let picture = Array("P5\n\(width) \(height)\n255\n".utf8) + samples
    // Sparse text: words anywhere, on anything.
    let options = ["--psm", "11", "-l", languages.joined(separator: "+"), "-c", "tessedit_create_tsv=1"]
    let table = try? await DecodingProgram.tesseract.output(
      ["stdin", "stdout"] + options, limit: largestOutput, orThrow: .untrustworthy(detail: "too many words"),
      killedAfter: seconds, writing: { _ = try await $0.write(picture) })
    guard let table, table.ending.isSuccess else { return nil }
    return words(ofTable: String(decoding: table.bytes, as: UTF8.self), width: width, height: height)
  }

  /// - Parameter table: a row for each page, block, paragraph, line and word
  ///   (https://tesseract-ocr.github.io/tessdoc/Command-Line-Usage.html#tsv-output-currently-available-in-305-dev-in-master-branch-on-github).
  package static func words(ofTable table: String, width: Int, height: Int) -> [ReadWord] {
    let words = table.split(whereSeparator: \.isNewline).lazy.compactMap { row in
      word(ofRow: row, width: Double(width), height: Double(height))
    }
    return withoutOtherAlphabets(Array(words.prefix(mostWords)))
  }

  private enum Alphabet { case latin, greek, cyrillic }

  /// Alphabets share shapes, so a word in another alphabet than most of the picture's is often a wrong reading: `Огаег` for `Order`.
  private static func withoutOtherAlphabets(_ words: [ReadWord]) -> [ReadWord] {
    let counts = Dictionary(grouping: words.compactMap { alphabet(of: $0.text) }) { $0 }.mapValues(\.count)
    guard let most = counts.values.max() else { return words }
    return words.filter { word in alphabet(of: word.text).map { counts[$0] == most } ?? true }
  }

  /// Nil in other scripts, and without letters.
  private static func alphabet(of word: String) -> Alphabet? {
    switch word.unicodeScalars.first(where: \.properties.isAlphabetic)?.value {
    case .some(0..<0x250): .latin
    case .some(0x370..<0x400): .greek
    case .some(0x400..<0x530): .cyrillic
    default: nil
    }
  }

  private static func word(ofRow row: Substring, width: Double, height: Double) -> ReadWord? {
    let fields = row.split(separator: "\t", maxSplits: 11, omittingEmptySubsequences: false)
    guard fields.count == 12, fields[0] == "5" else { return nil }
    // tesseract adds marks of the writing direction, which no picture shows.
    let text = String(fields[11].unicodeScalars.filter { $0.properties.generalCategory != .format })
    let numbers = fields[6...10].compactMap { Double($0) }
    guard isWord(text), numbers.count == 5, numbers[4] >= leastConfidence else { return nil }
    let area = PictureArea(
      left: numbers[0] / width, top: numbers[1] / height, right: (numbers[0] + numbers[2]) / width,
      bottom: (numbers[1] + numbers[3]) / height)
    return area.isWithinPicture ? ReadWord(text, in: area) : nil
  }

  /// Whether a text is more than a stroke that was taken for a letter: scripts that join letters have no words of one, and the others few.
  private static func isWord(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, text.unicodeScalars.count <= longestWord else { return false }
    guard text.count == 1 else { return text.contains { $0.isLetter || $0.isNumber } }
    return first.value >= 0x2E80 || text.allSatisfy { $0.isNumber || $0.isCurrencySymbol || $0 == "%" }
  }
}

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
      ["--list-langs"], limit: 1 << 16, orThrow: .untrustworthy(detail: "too many languages"), killedAfter: 5)
    guard let list, list.ending.isSuccess else { return nil }
    return InstalledTesseract(path: path, list: String(decoding: list.bytes, as: UTF8.self))
  }

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
    let scripts = WordTable.decoding.rows("script").joined().compactMap { script in
      names.first { $0 == script || $0 == "script/" + script }
    }
    // Each language costs time.
    return scripts.isEmpty ? Array(names.filter { !["osd", "equ"].contains($0) }.prefix(6)) : scripts
  }

  /// The names with their sizes in bytes.
  var dataSizes: [String] {
    names.sorted().map { name in
      guard case .file(let byteCount) = FileSystem.kind(of: "\(dataFolder)/\(name).traineddata") else { return name }
      return "\(name) \(byteCount)"
    }
  }
}
