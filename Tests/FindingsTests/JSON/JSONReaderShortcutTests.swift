import Findings
import TestSupport
import Testing

/// The reader takes short cuts through what is plainly right. They may not change values, places or errors.
@Suite struct JSONReaderShortcutTests {
  private static let seeds = [
    #"{"message":{"a":[1,-2.5e3,"x\n\u00e9\ud83c\udf37",true,null],"b":{},"größe":"🌷 \"und\" mehr","":""}}"#,
    #"{"topic": "spring", "notification": {"title": "Spring is here", 'body': “Come”}, "n": [0, 1.5, 1E+2, -0]}"#,
    "[{\"a\": {\"b\": {\"c\": [[[]]]}}, /* c */ \"d\": 01,},\n// e\n\"\\q\"]",
    "{" + (0..<40).map { "\"k\($0 % 30)\": \($0)" }.joined(separator: ", ") + "}",
  ].map { Array($0.utf8) }

  @Test func changeNothing() {
    var random = SeededGenerator(seed: 20)
    for _ in 0..<20_000 {
      let seed = Self.seeds.randomElement(using: &random) ?? []
      compare(BrokenText.mutating(seed, using: &random))
    }
  }

  @Test func changeNothingOfLines() {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<3000 { compare(BrokenText.lines(of: Self.seeds, using: &random), isLines: true) }
  }

  /// Of many names equal ones are found in another way than of few.
  @Test func findEqualNamesAmongMany() {
    var reader = JSONReader(Self.seeds[3])
    #expect(reader.values().first?.members.count == 40)
    #expect(reader.errors.map(\.kind) == (0..<10).map { .duplicateName("k\($0)") })
  }

  private func compare(_ bytes: [UInt8], isLines: Bool = false) {
    var (quick, careful) = (JSONReader(bytes), JSONReader(bytes, isCareful: true))
    let (found, expected) = (quick.values(isLines: isLines), careful.values(isLines: isLines))
    #expect(found == expected, "\(String(decoding: bytes, as: UTF8.self))")
    #expect(quick.errors == careful.errors, "\(String(decoding: bytes, as: UTF8.self))")
  }
}
