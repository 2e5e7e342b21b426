import Findings
import Foundation
import PushDelivery
import TestSupport
import Testing

/// The forms that other programs brought with them.
@Suite struct ForeignFormatsTests {
  @Test func conciseLinesAreThoseOfACompiler() {
    #expect(
      ReportExample.report.conciseLines(base: ReportExample.base) == [
        "p/a.json:3:7: message.image it is wrong", "p/a.json:9:1: message.image it is wrong",
        "../pictures/b.jpg:1:1: suppression.unused it is odd",
        "https://cdn.example.com/c d.jpg: message.json it is wrong", "-: message.id it is wrong",
      ])
  }

  @Test func conciseLinesAreLines() {
    let finding = Diagnostic("message.id", .error, .init(.file, "a\n\u{1B}[31mb"), "one\ntwo")
    let lines = CheckReport(subjects: [], diagnostics: [finding]).conciseLines(base: ReportExample.base)
    #expect(lines.count == 1 && !lines[0].contains("\n") && !lines[0].contains("\u{1B}"))
  }

  /// For standard input the place is given as far as it is known; an address has none.
  @Test(arguments: [
    (Diagnostic.Subject(.request, "-", line: 2, column: 61), "-:2:61"), (.init(.request, "-", line: 2), "-:2"),
    (.init(.request, "-"), "-"), (.init(.url, "https://a.example/b.png"), "https://a.example/b.png"),
  ])
  func conciseLinesHaveThePlaceInStandardInput(subject: Diagnostic.Subject, place: String) {
    let report = CheckReport(subjects: [], diagnostics: [Diagnostic("message.id", .error, subject, "it is wrong")])
    #expect(report.conciseLines(base: ReportExample.base) == [place + ": message.id it is wrong"])
  }

  @Test func codeQualityHasWhatGitLabAsksFor() throws {
    let report = ReportExample.report.codeQuality(base: ReportExample.base)
    let issues = try JSON(String(decoding: JSONText.pretty(report), as: UTF8.self)).elements
    #expect(issues.map { $0["check_name"].string } == ReportExample.report.diagnostics.map(\.rule.rawValue))
    #expect(issues.map { $0["severity"].string } == ["major", "major", "minor", "major", "major"])
    #expect(issues[0]["location"]["path"] == "p/a.json" && issues[0]["location"]["lines"]["begin"] == 3)
    #expect(issues[0]["description"] == "it is wrong. Remedy: fix it.")
    let fingerprints = issues.compactMap { $0["fingerprint"].string }
    #expect(Set(fingerprints).count == issues.count)
  }

  @Test func aFingerprintStaysWhenLinesMove() {
    func fingerprints(_ line: Int) -> [JSONValue?] {
      let finding = ReportExample.error(line: line, keyPath: "message.apns")
      let report = CheckReport(subjects: [], diagnostics: [finding]).codeQuality(base: ReportExample.base)
      guard case .array(let issues) = report else { return [] }
      return issues.map { $0["fingerprint"] }
    }
    #expect(fingerprints(3) == fingerprints(70))
  }
}

@Suite struct GitHubAnnotationsTests {
  private func lines(_ diagnostics: Diagnostic...) -> [String] {
    CheckReport(subjects: [], diagnostics: diagnostics).gitHubAnnotations(base: ReportExample.base)
  }

  @Test func oneLineForEachFinding() {
    #expect(
      ReportExample.report.gitHubAnnotations(base: ReportExample.base) == [
        "::error file=p/a.json,line=3,col=7,title=message.image::it is wrong%0ARemedy: fix it",
        "::error file=p/a.json,line=9,title=message.image::it is wrong%0ARemedy: fix it",
        "::warning file=../pictures/b.jpg,title=suppression.unused::it is odd%0ARemedy: look at it",
        "::error title=message.json::https://cdn.example.com/c d.jpg: it is wrong%0ARemedy: fix it",
        "::error title=message.id::-: it is wrong%0ARemedy: fix it",
      ])
  }

  @Test func aNoteIsANotice() {
    let note = Diagnostic("file.extension", .note, .init(.file, "a.jpg"), "it is a PNG")
    #expect(lines(note) == ["::notice file=a.jpg,title=file.extension::it is a PNG"])
  }

  /// Marks on top of a letter hide no separator, and nothing reaches a terminal.
  @Test func whatWouldEndAPropertyOrALineIsEscaped() {
    let finding = Diagnostic(
      "message.id", .error, .init(.file, "100%,a:b.jpg"), "50 % of a, b: c\r\n::error::faked", remedy: "")
    #expect(
      lines(finding) == [
        "::error file=100%25%2Ca%3Ab.jpg,title=message.id::50 %25 of a, b: c\u{FFFD}\u{FFFD}::error::faked"
      ])
    let marked = Diagnostic("message.id", .error, .init(.file, "a:\u{301},\u{301}b"), "m%\u{301}")
    #expect(lines(marked) == ["::error file=a%3A\u{301}%2C\u{301}b,title=message.id::m%25\u{301}"])
    let hostile = Diagnostic(
      "message.id", .error, .init(.file, "\u{1B}[31m\n.jpg"), "\u{1B}]0;x\u{7}", remedy: "\u{9B}m")
    for line in lines(hostile) { #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }) }
  }
}
