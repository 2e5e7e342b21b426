import Findings
import Testing

@Suite struct ProgramNamesTests {
  private func value(_ name: String, _ text: String, isPython: Bool = false) -> JSONValue? {
    ProgramNames(Array(text.utf8), isPython: isPython).value(of: name)?.value
  }

  @Test func aNameThatIsSetOnceStandsForItsValue() {
    #expect(value("a", "const a = 'x';\nsend(a)") == "x")
    #expect(value("a", "const a: Type<{ b: string }> = { b: 1 } as const;") == ["b": 1])
    #expect(value("a", "a = 'x'\nsend(a=a)", isPython: true) == "x")
    #expect(value("a", "a: dict = {'b': True}  # why\n", isPython: true) == ["b": true])
    #expect(value("a", "a = messaging.Aps(sound='default')\n", isPython: true) == ["sound": "default"])
  }

  @Test(arguments: [
    "let a = 'x'; a = 'y';", "let a;\na = 'x';", "const a = b + 'x';", "const a = 'x' + b;", "const a = 'x'\n  + b;",
    "const a = 'x'; function f(a) { send(a) }", "const a = 'x'; list.map((a) => send(a))",
    "const a = 'x'; list.map(a => a)", "const a = 'x'; for (const a of b) {}", "const { a } = b; const c = 'x';",
    "const a = 'x'; a += 'y';", "const a = f();", "const a = `${b}`;", "f(a = 'x')", "const a = 'x'; const a = 'y';",
  ])
  func anyOtherIsUnknown(text: String) {
    #expect(value("a", text) == nil)
  }

  @Test(arguments: [
    "a = 'x'\na = 'y'\n", "a = {} if b else {}\n", "def f(a):\n  pass\na = 'x'\n", "for a in b:\n  pass\na = 'x'\n",
    "a = 'x'\na += 'y'\n", "a = 'x' % b\n", "f(a='x')\n", "g = lambda a: a\na = 'x'\n",
  ])
  func anyOtherOfPythonIsUnknown(text: String) {
    #expect(value("a", text, isPython: true) == nil)
  }

  @Test func changesAfterwardsAreNoted() {
    let text = """
      const a = {};
      a.b.c = 1; a['d'] = 2; a[e] = 3; a.f.push(4); Object.assign(a.g, h); delete a.i; a.j == 5; send(a.k);
      """
    let changes = ProgramNames(Array(text.utf8), isPython: false).changes["a"] ?? []
    // The last is for `Object.assign`: what it is given may become a part of something else.
    #expect(changes.map(\.path) == [["b", "c"], ["d"], [], ["f"], ["g"], ["i"], []])
    #expect(changes.map(\.isOpen) == [false, false, true, true, true, false, true])
  }

  @Test func whatFunctionsGetIsNoted() {
    let names = ProgramNames(Array("send({ a }); sendEach([b, { c }]); f({ d: e });".utf8), isPython: false)
    #expect(names.callees.values.sorted() == ["f", "send", "sendEach"])
    #expect(names.isArgument("b", of: ["sendEach"]))
    #expect(!names.isArgument("a", of: ["send"]))
    #expect(!names.isArgument("e", of: ["f"]))
  }
}
