import Findings
import PushDelivery
import TestSupport
import Testing

@Suite struct SubjectDiagnosticsTests {
  @Test func everyFindingStandsWithItsSubject() {
    let stray = ReportExample.warning("suppression.unused", .configuration, "pipeline.yml")
    var report = ReportExample.report
    report.diagnostics.insert(stray, at: 0)
    let groups = SubjectDiagnostics.all(in: report)
    #expect(groups.map(\.name) == ReportExample.subjects.map(\.name) + ["pipeline.yml"])
    #expect(groups.map(\.findings.count) == [2, 1, 1, 1, 1])
    #expect(groups.map(\.subject) == ReportExample.subjects + [nil])
    #expect(groups.last?.findings == [stray])
  }

  @Test func aSubjectNamedTwiceStandsOnce() {
    let report = CheckReport(
      subjects: ReportExample.subjects + ReportExample.subjects, diagnostics: ReportExample.report.diagnostics)
    #expect(SubjectDiagnostics.all(in: report).flatMap(\.findings) == ReportExample.report.diagnostics)
  }
}
