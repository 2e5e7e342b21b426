import Foundation
import TestSupport
import Testing

/// The findings that one call of `check` reports, and their form.
extension CheckTests {
  /// Requests with one mistake, the same in each: `url.scheme` and `ios.mutable-content`.
  private func addRequests(_ count: Int) throws {
    for number in 0..<count {
      let image = "http://cdn.example.net/p/\(number).png"
      try folder.write(
        #"{"message": {"topic": "t", "notification": {"title": "a", "body": "b", "image": "\#(image)"}}}"#,
        to: "payloads/r\(number).json")
    }
  }

  @Test func oneMistakeOfManyIsSaidOnce() async throws {
    try addRequests(47)
    let output = try await check("payloads").ended(1)
    let lines = output.stdout.split(separator: "\n")
    #expect(lines.count == 9, "\(output.stdout)")
    #expect(lines[0].hasPrefix("payloads/r0.json, payloads/r1.json, payloads/r10.json and 44 more  text on iOS"))
    #expect(lines.last == "47 subjects checked, 94 errors")
    let detailed = try await check("payloads", "--verbose")
    #expect(detailed.stdout.components(separatedBy: "url.scheme\n").count == 48, "\(detailed.stdout.prefix(500))")
  }

  /// Also where some of them have other mistakes besides.
  @Test func aCauseOfManyIsSaidOnceWhateverElseTheyHave() async throws {
    try addRequests(5)
    for name in ["payloads/r3.json", "payloads/r4.json"] {
      try folder.write(folder.text(of: name).replacing("\"topic\": \"t\"", with: "\"topic\": \"t t\""), to: name)
    }
    let output = try await check("payloads")
    let heads = output.stdout.split(separator: "\n").filter { $0.hasSuffix("  url.scheme") }
    #expect(output.status == 1 && heads.count == 1, "\(output.stdout)")
    #expect(heads.first?.hasPrefix("error payloads/r0.json:1:") == true && heads[0].contains(" and 2 more  "))
    #expect(
      output.stdout.contains("payloads/r3.json  ") && output.stdout.contains("payloads/r4.json  "), "\(output.stdout)")
    #expect(output.stdout.hasSuffix("\n5 subjects checked, 12 errors\n"), "\(output.stdout)")
  }

  @Test func rulesAreChosenByNameAndGroup() async throws {
    try addRequests(1)
    func rules(_ arguments: String...) async throws -> [String] {
      let output = try await RichpushBinary.run(
        ["check", "payloads", "--format", "json"] + arguments, workingDirectory: folder.path)
      return try JSON(output.stdout)["diagnostics"].elements.compactMap(\.["rule"].string).sorted()
    }
    #expect(try await rules() == ["ios.mutable-content", "url.scheme"])
    #expect(try await rules("--select", "url") == ["url.scheme"])
    #expect(try await rules("--select", "url,ios.mutable-content", "--ignore", "url.scheme") == ["ios.mutable-content"])
    #expect(try await rules("--ignore", "ios.mutable-content") == ["url.scheme"])
    #expect(
      try await rules("--select", "url", "--select=ios.mutable-content") == ["ios.mutable-content", "url.scheme"])
    #expect(try await rules("--ignore", "url", "--ignore", "ios.mutable-content") == [])
    let both = try await rules("--extend", "url", "--extend", "android.foreground")
    #expect(both.contains("android.foreground"), "\(both)")
    let wrong = try await check("payloads", "--select", "url.shceme").ended(2)
    #expect(wrong.stderr.contains("there is no rule `url.shceme`; the nearest is `url.scheme`"), "\(wrong.stderr)")
  }

  @Test func nothingIsPrintedWhereAllIsWellAndTheStatusMayBeZeroWhateverIsFound() async throws {
    try folder.write(Self.goodRequest, to: "a.json")
    #expect(try await check("a.json", "--quiet") == ProgramOutput(status: 0, stdout: "", stderr: ""))
    try addRequests(1)
    let found = try await check("payloads", "-q", "--exit-zero")
    #expect(found.status == 0 && found.stdout.contains("url.scheme"))
    try await check("none", "--exit-zero").ended(2)
  }

  @Test(arguments: [
    ("shop/campaign.yml", "version: 1\nmessages:\n  - {id: a, media: gone.png, titel: T}\n", "shop/campaign.yml:3:"),
    ("pipeline.yml", "version: 1\njobs: many\n", "pipeline.yml:2:7: "),
    ("requests/a.json", #"{"message": {"topics": "t"}}"#, "requests/a.json:1:"),
  ])
  func whatAnEditorHasNotSavedIsCheckedUnderItsName(name: String, text: String, beginning: String) async throws {
    try folder.createFolder("shop")
    try folder.write(text, to: "input")
    let output = try await Program("sh").run(
      ["-c", "\"$0\" check - --stdin-filename \"$1\" --format concise < input", RichpushBinary.path(), name],
      workingDirectory: folder.path
    ).ended(1)
    #expect(output.stdout.split(separator: "\n").allSatisfy { $0.hasPrefix(beginning) }, "\(output.stdout)")
    let alone = try await check(name, "--stdin-filename", name)
    #expect(alone.status == 2 && alone.stderr.contains("--stdin-filename goes with -"))
  }

  /// Their texts would be judged as a request, and every word of that would be false.
  @Test(arguments: ["messages.csv", "shop/messages.csv", "photo.JPG", "film.mp4"])
  func whatIsNoTextOfItsOwnIsRefusedByItsName(name: String) async throws {
    let output = try await check("-", "--stdin-filename", name)
    output.ended(2).expectRefusal()
    #expect(output.stderr.contains("`\(name)` is not one: save the file"), "\(output.stderr)")
  }
}
