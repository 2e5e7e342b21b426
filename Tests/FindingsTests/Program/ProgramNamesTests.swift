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

  @Test func whatMembersAreSetToIsNoted() {
    let text = "const a: b.C = { d: 1 }; e.f = { g: 2 }; h['i'] = {}; k[l] = {};"
    let names = ProgramNames(Array(text.utf8), isPython: false)
    let parts = names.parts.sorted { $0.key < $1.key }.map(\.value)
    #expect(parts.map(\.name) == ["e", "h", "k"])
    #expect(parts.map(\.member) == ["f", "i", nil])
  }

  @Test(
    arguments: [
      ("const a: b.Message = { c };", [], nil, "Message"), ("const a: Message[] = [{ c }];", [], "a", "Message"),
      ("f(({ c }) as b.Message);", ["f"], nil, nil), ("f({ c } as b.Message);", ["f"], nil, "Message"),
      ("const a = d.map(e => ({ c }));", ["map"], "a", nil), ("a.push({ c });", ["push"], "a", nil),
      ("f(d.map((e) => { return { c }; }));", ["map", "f"], nil, nil), ("f(() => { g({ c }); });", ["g"], nil, nil),
      ("useState<A<B>>({ c });", ["useState"], nil, nil), ("res.status(200).send({ c });", [], nil, nil),
    ] as [(String, [String], String?, String?)])
  func whereAnObjectGoesIsNoted(text: String, functions: [String], holder: String?, type: String?) throws {
    let offset = try #require(text.utf8.map(\.self).firstRange(of: Array("{ c }".utf8))).lowerBound
    let use = ProgramNames(Array(text.utf8), isPython: false).uses[offset]
    #expect(use?.functions ?? [] == functions)
    #expect(use?.holder == holder)
    #expect(use?.type == type)
  }

  @Test(arguments: [("{ c }", true), ("// a\n[{ c }]", true), ("f({ c })", false), ("[f({ c })]", false)])
  func whetherItIsTheTextIsNoted(text: String, isWhole: Bool) throws {
    let offset = try #require(text.utf8.map(\.self).firstRange(of: Array("{ c }".utf8))).lowerBound
    #expect((ProgramNames(Array(text.utf8), isPython: false).uses[offset]?.isWhole ?? false) == isWhole)
  }

  @Test func whatFunctionsGetIsNoted() {
    let names = ProgramNames(Array("send({ a }); sendEach([b, { c }]); f({ d: e });".utf8), isPython: false)
    #expect(names.callees.values.sorted() == ["f", "send", "sendEach"])
    #expect(names.isArgument("b", of: ["sendEach"]))
    #expect(!names.isArgument("a", of: ["send"]))
    #expect(!names.isArgument("e", of: ["f"]))
  }
}
