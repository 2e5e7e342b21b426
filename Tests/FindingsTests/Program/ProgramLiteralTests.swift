import Findings
import TestSupport
import Testing

/// Literals of objects in programs.
@Suite struct ProgramLiteralTests {
  private func nodes(_ text: String) -> [JSONNode] {
    var reader = JSONReader(Array(text.utf8), dialect: .program)
    return reader.literals { $0["a"] != nil }.map(\.node)
  }

  private func value(_ text: String) -> JSONValue? { nodes(text).first?.value }

  @Test(
    arguments: [
      ("{a: 1}", ["a": 1]), ("{'a': 'b'}", ["a": "b"]), ("{a: `b\nc`,}", ["a": "b\nc"]),
      ("{a: 'it\\'s', // why\n b: \"\\u{1F337}\\x41\" /* so */}", ["a": "it's", "b": "🌷A"]),
      ("x = {'a': True, 'b': None, 'c': [1, -2.5,]}", ["a": true, "b": .null, "c": [1, .number(-2.5)]]),
      ("{a: undefined, $b: false}", ["a": .null, "$b": false]), ("{a: 'b' 'c'}", ["a": "bc"]),
      ("{a: '''b\n'c'''}", ["a": "b\n'c"]), ("{a: u'b', b: r'c'}", ["a": "b", "b": "c"]),
      ("f(Message(a='b', c=Other(d=1)))", ["a": "b", "c": ["d": 1]]), ("x: {a: {b: 1} as const}", ["a": ["b": 1]]),
    ] as [(String, JSONValue)])
  func readsLiterals(text: String, value: JSONValue) { #expect(self.value(text) == value, "\(text)") }

  @Test(arguments: [
    ("{a: b}", "b"), ("{a}", "a"), ("{a: `b ${c}`}", "`b ${c}`"), ("{a: 'b' + c}", "'b' + c"),
    ("{a: 60 * 60}", "60 * 60"), ("{a: f(x, {y: 1}), b: 2}", "f(x, {y: 1})"), ("{a: x ? 'y' : z}", "x ? 'y' : z"),
    ("{'a': f'b {c}'}", "f'b {c}'"), ("{a: new Date(1, 2) }", "new Date(1, 2)"), ("{a: {b: 1}.c}", "{b: 1}.c"),
    ("{a: (x) => { return ','; }}", "(x) => { return ','; }"), ("M(a=f(1, 2))", "f(1, 2)"),
  ])
  func whatIsComputedIsAnExpression(text: String, expression: String) {
    let node = nodes(text).first?["a"]
    #expect(node?.content == .expression(expression), "\(text)")
    #expect(node.map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) } == expression)
  }

  @Test func theMembersOfOthersAreNotKnown() {
    let node = nodes("{...b, a: 1}").first
    #expect(node?.isOpen == true)
    #expect(nodes("M(a=1, **c)").first?.isOpen == true)
    #expect(nodes("{a: 1}").first?.isOpen == false)
  }

  @Test func findsTheOutermost() {
    let text = "// {a: 0}\nfunction f() { const s = '{a: 1}'; return {x: {a: 2, y: {a: 3}}}; }\nf({a: 4}); # {a: 5}\n"
    #expect(nodes(text).map { $0["a"]?.numberAsWritten } == ["2", "4"])
  }

  @Test(arguments: ["{a: 1", "{a: }", "{a: 1; b: 2}", "{a", "a: 1}", "{a: 'b", "{a: `b ${", "{a: '\\u{41", "{a: 1]"])
  func whatIsNoLiteralIsNone(text: String) { #expect(nodes(text) == []) }

  /// No bytes end the reader.
  @Test func survivesAnyBytes() {
    var random = SeededGenerator(seed: 6)
    let seed = Array(#"f({a: 1, 'b': `x ${y}`, ...c, d: [1, {e: "\u{41}"}], g: M(h='''i''')}); // {a: 2}"#.utf8)
    for _ in 0..<5000 {
      var bytes = seed
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      bytes.removeLast(Int.random(in: 0...bytes.count / 2, using: &random))
      var reader = JSONReader(bytes, dialect: .program)
      for literal in reader.literals(where: { _ in true }) { #expect(literal.node.end <= bytes.count) }
    }
  }
}
