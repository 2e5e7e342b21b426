import PushDelivery
import TestSupport
import Testing

/// The cells that are found without the library are those that the library finds.
@Suite struct PlainCellsTests {
  private static func plain(_ text: String) -> [String]? {
    Array(CSVRecords(Array(text.utf8))).first.flatMap { PlainCells($0) }?.texts
  }

  private static func careful(_ text: String) -> [String]? {
    guard case .fields(let fields, _)? = Array(CSVRows(Array(text.utf8))).first else { return nil }
    return fields
  }

  @Test(arguments: [
    "a,b", "1,Hello {{name}},,\"x, y\"", "\"say \"\"hi\"\"\",\"\",\"\"\"\"", " a, \"b\",  ", "é,ü,\u{2013},€,ж,α",
    "春の花,\"꽃, 꽃\",、", "👍,\"👍🏽 ❤️\",👩‍👩‍👧", "cafe\u{301},n\u{303}", "a\tb,c", "\"one\r\ntwo\n\",x", ",", ",,\"\"",
  ])
  func commonRecordsArePlain(_ text: String) {
    #expect(Self.plain(text) != nil)
    #expect(Self.plain(text) == Self.careful(text))
  }

  @Test(arguments: [
    "a\"b\",c", "\"a\" ,b", "\"a\"b,c", "a,\u{301}b", "a,\"\u{301}b\"", "\u{3000}a,b", "\u{A0}a,b", "u\u{2028}v,4",
    "a\u{85}b,c", "\u{600},b", "a\u{B}b,c", "\tb,c", "a\rb,c", "\"a,b", "",
  ])
  func oddOnesAreLeftToTheLibrary(_ text: String) { #expect(Self.plain(text) == nil) }

  @Test func whateverIsPlainIsReadAlike() {
    var random = SeededGenerator(seed: 31)
    let parts = [
      "a", "bc", ",", ",", "\"", "\"\"", "\",\"", " ", "\t", "\r", "é", "e\u{301}", "\u{301}", "ж", "春", "か\u{3099}",
      "\u{3000}",
      "👍", "🏽", "❤\u{FE0F}", "\u{200D}", "\u{FE0F}", "🇩🇪", "꽃", "\u{1100}", "\u{600}", "\u{D4E}", "\u{E33}", "\u{2028}",
      "\u{85}", "\u{AD}", "{{x}}", "\u{0}", "\u{FEFF}", "！", "\u{1F3FB}", "\u{20E3}", "\u{D7B0}",
    ]
    var found = 0
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 1...9, using: &random)).reduce(into: "") { text, _ in
        text += parts.randomElement(using: &random) ?? "a"
      }
      // A byte order mark is no part of a record.
      guard !text.unicodeScalars.starts(with: ["\u{FEFF}"]), let plain = Self.plain(text) else { continue }
      found += 1
      #expect(plain == Self.careful(text), "\(text.debugDescription)")
      #expect(plain.map { Array($0.utf8) } == Self.careful(text)?.map { Array($0.utf8) }, "\(text.debugDescription)")
    }
    // A reader that takes nothing for plain would pass too.
    #expect(found > 1000)
  }

  @Test func recordsOfARangeHaveTheirLines() {
    let text = Array("a,b\n\"1\n2\",3\n4,5\r\n6,7".utf8)
    var scan = RecordScan()
    var ends: [Int] = []
    var start = 0
    // Pieces of three bytes.
    while start < text.count {
      let end = min(start + 3, text.count)
      var next = start
      while let found = scan.nextEnd(in: text.span, next..<end) {
        ends.append(found)
        next = found + 1
      }
      start = end
    }
    #expect(ends == [3, 11, 16])
    #expect(scan.lineBreaks == 4 && !scan.isQuoted)
    let records = Array(CSVRecords(text, in: TableRange(bytes: 4..<17, firstLine: 2)))
    #expect(records.map(\.line) == [2, 4])
    #expect(records.map { String(decoding: $0.bytes, as: UTF8.self) } == ["\"1\n2\",3", "4,5"])
  }
}
