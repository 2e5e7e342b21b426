import Findings
import PushDelivery
import TestSupport
import Testing

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

  @Test func whatWouldEndAPropertyOrALineIsEscaped() {
    let finding = Diagnostic(
      "message.id", .error, .init(.file, "100%,a:b.jpg"), "50 % of a, b: c\r\n::error::faked", remedy: "")
    #expect(
      lines(finding) == [
        "::error file=100%25%2Ca%3Ab.jpg,title=message.id::50 %25 of a, b: c\u{FFFD}\u{FFFD}::error::faked"
      ])
  }

  @Test func marksOnTopOfALetterHideNoSeparator() {
    let finding = Diagnostic("message.id", .error, .init(.file, "a:\u{301},\u{301}b"), "m%\u{301}")
    #expect(lines(finding) == ["::error file=a%3A\u{301}%2C\u{301}b,title=message.id::m%25\u{301}"])
  }

  @Test func nothingReachesATerminal() {
    let finding = Diagnostic(
      "message.id", .error, .init(.file, "\u{1B}[31m\n.jpg"), "\u{1B}]0;x\u{7}", remedy: "\u{9B}m")
    for line in lines(finding) { #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }) }
  }
}
