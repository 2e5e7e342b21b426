import Findings
import PushDelivery
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct JUnitDocumentTests {
  @Test func eachSubjectIsATest() {
    var report = ReportExample.report
    report.subjects.append(CheckedSubject(.media, "good.png"))
    #expect(
      report.junit(failingOn: .error) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="richpush check" tests="5" failures="3" errors="0">
          <testsuite name="richpush check" tests="5" failures="3" errors="0">
            <testcase classname="richpush.request" name="p/a.json" file="p/a.json">
              <failure message="it is wrong (and 1 more)" type="message.image">error p/a.json:3:7 (message.apns)  message.image
        it is wrong
        remedy: fix it

        error p/a.json:9 (message.apns)  message.image
        it is wrong
        remedy: fix it</failure>
            </testcase>
            <testcase classname="richpush.media" name="/home/me/pictures/b.jpg" file="/home/me/pictures/b.jpg">
              <system-out>warning /home/me/pictures/b.jpg  suppression.unused
        it is odd
        remedy: look at it</system-out>
            </testcase>
            <testcase classname="richpush.url" name="https://cdn.example.com/c d.jpg">
              <failure message="it is wrong" type="message.json">error https://cdn.example.com/c d.jpg  message.json
        it is wrong
        remedy: fix it</failure>
            </testcase>
            <testcase classname="richpush.request" name="-">
              <failure message="it is wrong" type="message.id">error -  message.id
        it is wrong
        remedy: fix it</failure>
            </testcase>
            <testcase classname="richpush.media" name="good.png" file="good.png"/>
          </testsuite>
        </testsuites>

        """)
  }

  @Test func warningsFailWhenTheyAreToFail() {
    let text = ReportExample.report.junit(failingOn: .warning)
    #expect(text.contains(#"<testsuites name="richpush check" tests="4" failures="4" errors="0">"#))
    #expect(!text.contains("<system-out>"))
  }

  @Test func whatCouldNotBeLookedAtIsAnErrorOfTheTest() {
    let report = CheckReport(subjects: [], diagnostics: [ReportExample.error("machine.failed", .program, "ffmpeg")])
    let text = report.junit(failingOn: .error)
    #expect(text.contains(#"failures="0" errors="1""#))
    #expect(text.contains(#"<testcase classname="richpush.program" name="ffmpeg">"#))
    #expect(text.contains(#"<error message="it is wrong" type="machine.failed">"#))
  }

  /// Python's expat refuses malformed XML 1.0, and returns what a reader sees.
  @Test func aRealParserReadsBackHostileNames() async throws {
    let name = "<a&b>\"'\u{0}\u{1B}[31m\u{FFFE}\u{85}\t\r\n]]>😀.jpg"
    let finding = Diagnostic("message.id", .error, .init(.file, name), "<&>\"\u{7}\n\tx", remedy: "]]>")
    let report = CheckReport(subjects: [CheckedSubject(.media, name)], diagnostics: [finding])
    let folder = TemporaryFolder()
    try folder.write(report.junit(failingOn: .error), to: "junit.xml")
    let program = """
      import json, xml.etree.ElementTree as tree
      case = tree.parse("junit.xml").getroot().find("testsuite/testcase")
      print(json.dumps([case.attrib, case.find("failure").attrib, case.find("failure").text]))
      """
    let output = try await Program("python3").run(["-c", program], workingDirectory: folder.path)
    let seen = "<a&b>\"'\u{FFFD}\u{FFFD}[31m\u{FFFD}\u{85}\t\r\n]]>😀.jpg"
    #expect(output.stderr == "")
    #expect(
      try JSON(output.stdout) == [
        ["classname": "richpush.media", "name": .string(seen), "file": .string(seen)],
        ["message": "<&>\"\u{FFFD}\n\tx", "type": "message.id"],
        .string("error \(seen)  message.id\n<&>\"\u{FFFD}\n\tx\nremedy: ]]>"),
      ])
  }
}
