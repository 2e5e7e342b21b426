import Foundation
import TestSupport
import Testing

/// Requests as people have them, their verdicts, and their fixes.
@Suite(.timeLimit(.minutes(10))) struct RequestCheckTests {
  let folder = TemporaryFolder()
  private let picture = "https://static.example.com/tulips.jpg"

  private func check(_ arguments: String...) async throws -> ProgramOutput {
    try await RichpushBinary.run(["check", "--trial"] + arguments, workingDirectory: folder.path)
  }

  @Test func tellsWhatEachClientShows() async throws {
    try folder.write(
      #"{"message": {"topic": "a", "notification": {"title": "T", "image": "\#(picture)"}}}"#, to: "a.json")
    let output = try await check("a.json").ended(1)
    #expect(
      output.stdout.hasPrefix("a.json  text on iOS because ios.mutable-content; picture on Android, web\n"),
      "\(output.stdout)")
    let report = try JSON(try await check("a.json", "--format", "json").stdout)
    let request = report["subjects"].elements[0]["requests"].elements[0]
    #expect(request["line"].number == 1)
    let verdicts = request["verdicts"].elements
    #expect(verdicts.map { $0["platform"].string } == ["ios", "android", "web"])
    #expect(verdicts.map { $0["sees"].string } == ["text", "picture", "picture"])
    #expect(verdicts.map { $0["because"].elements.count } == [1, 0, 0])
    #expect(verdicts.map { $0["settledBy"].elements.count } == [0, 2, 2])
  }

  @Test func requestsOfOneFileThatAreSeenAlikeStandTogether() async throws {
    let words = #"{"topic": "a", "notification": {"title": "T"}}"#
    try folder.write("[\(words), {\"topic\": \"a\", \"data\": {\"n\": \"1\"}}, \(words)]", to: "a.json")
    let output = try await check("a.json")
    #expect(
      output.stdout == """
        a.json
          [0], [2]: text on iOS, Android, web
          [1]: as the app shows it on iOS, Android, web

        1 subject checked, clean

        """)
  }

  /// An unchecked file is never clean; if others are checked, they decide.
  @Test func programsAreNotJudged() async throws {
    try folder.write("const admin = require('firebase-admin');\nadmin.messaging().send(m);\n", to: "a.js")
    let alone = try await check("a.js").ended(2)
    #expect(alone.stdout.contains("warning a.js  argument.kind\n  not judged: "), "\(alone.stdout)")
    #expect(alone.stdout.hasSuffix("\n0 subjects checked, 1 warning\n"))
    try folder.write("{\"topic\": \"a\", \"notification\": {\"title\": \"T\", \"body\": \"B\"}}", to: "f/a.json")
    for name in ["b.py", "c.ts"] { try folder.write("x = 1\n", to: "f/" + name) }
    let inFolder = try await check("f").ended(0)
    #expect(inFolder.stdout.hasSuffix("\n1 subject checked, clean\n2 programs not looked at\n"), "\(inFolder.stdout)")
    try folder.write("const admin = require('firebase-admin');\nadmin.messaging().sendMulticast(m);\n", to: "f/d.js")
    let removed = try await check("f").ended(1)
    #expect(removed.stdout.contains("error f/d.js:2:19  request.removed\n"), "\(removed.stdout)")
    try folder.remove("f/a.json")
    try folder.remove("f/d.js")
    let nothing = try await check("f").ended(2)
    #expect(nothing.stdout == "0 subjects checked\n2 programs not looked at\n")
  }
}
