import Findings
import Foundation
import MediaPipeline
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct OutputFileTests {
  let folder = TemporaryFolder()

  private func diagnostic(_ path: String, _ kind: OutputKind = .page) -> String? {
    OutputFile(path: path, kind, flag: "--contact-sheet").diagnostic
      .map { "\($0.rule) \($0.subject.name) \($0.message)" }
  }

  @Test(arguments: [OutputKind.page, .report]) func whatIsInTheWayIsSaidBefore(kind: OutputKind) throws {
    try folder.createFolder("folder.html")
    try folder.write("a file", to: "file")
    let expected = [
      "missing/sheet.html": "there is no folder `\(folder.absolute("missing"))`", "folder.html": "it is a folder",
      "file/sheet.html": "`\(folder.absolute("file"))` is no folder",
    ]
    for (name, reason) in expected {
      let path = folder.absolute(name)
      #expect(diagnostic(path, kind) == "configuration.value --contact-sheet `\(path)` cannot be written: \(reason)")
    }
  }

  @Test func twoCannotBeOneFile() {
    let path = folder.absolute("sheet.html")
    func found(_ paths: String...) -> [String] {
      zip(paths, [OutputKind.report, .page]).map {
        OutputFile(path: $0, $1, flag: "--\($1 == .page ? "page" : "report")")
      }
      .diagnostics.map { "\($0.rule) \($0.subject.name) \($0.message)" }
    }
    #expect(
      found(path, folder.absolute("./sheet.html")) == [
        "configuration.conflict --page `\(folder.absolute("./sheet.html"))` cannot be both a contact sheet and a report of a run: "
          + "one would replace the other"
      ])
    #expect(found(path, folder.absolute("other.html")) == [])
  }

  @Test func whereAFileCanBeThereIsNoProblem() throws {
    #expect(diagnostic(folder.absolute("sheet.html")) == nil)
    try folder.write("", to: "sheet.html")
    #expect(diagnostic(folder.absolute("sheet.html")) == nil)
    #expect(diagnostic("sheet.html") == nil)
  }

  /// A slip of the hand costs no table, and no file of another kind that richpush has written.
  @Test func onlyItsOwnKindIsReplaced() throws {
    let beginnings: [(OutputKind, String)] = [
      (.report, "{\n  \"assets\" : [\n\n  ]"), (.baseline, "{ \"findings\": []"),
      (
        .page,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\""
      ),
      (.checkReport(as: "json", beginnings: ["{\"diagnostics\":"]), "{\n  \"diagnostics\" : [\n  ]"),
    ]
    let files = beginnings.map(\.1) + ["token,title\nabc,Hello\n", "{\"message\": {}}", "\u{FFFD}JFIF", "version: 1\n"]
    for (kind, own) in beginnings {
      for file in files {
        try folder.write(file, to: "file")
        #expect(kind.mayReplace(folder.absolute("file")) == (file == own), "\(kind) \(file)")
      }
    }
    try folder.write("token,title\nabc,Hello\n", to: "messages.csv")
    try FileManager.default.createSymbolicLink(
      atPath: folder.absolute("report.json"), withDestinationPath: folder.absolute("messages.csv"))
    for name in ["messages.csv", "report.json"] {
      let path = folder.absolute(name)
      #expect(
        diagnostic(path, .report)
          == "configuration.value --contact-sheet `\(path)` is not a report of a run, and would be lost: "
          + "richpush replaces only what it has written")
    }
    let text = OutputKind.checkReport(as: "text", beginnings: [])
    try folder.write("1 error\n", to: "report.txt")
    #expect(text.mayReplace(folder.absolute("report.txt")))
    #expect(!text.mayReplace(folder.absolute("messages.csv")))
  }

  /// The next run does not widen a report's restricted permissions.
  @Test func aFileIsNotMoreOpenThanTheFormer() throws {
    let path = folder.absolute("report.json")
    try OutputFile.write(to: path) { try $0(Data("1".utf8)) }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    try OutputFile.write(to: path) { try $0(Data("2".utf8)) }
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    #expect(try folder.text(of: "report.json") == "2")
  }

  /// A report that a group reads and writes stays so; what the process takes from all its new files changes nothing of it.
  @Test(.enabled(if: geteuid() == 0, "only root can give a file to a group that it is not in"))
  func aFileStaysItsOwnersAndItsGroups() throws {
    let path = folder.absolute("report.json")
    try folder.write("1", to: "report.json")
    let access: [FileAttributeKey: Int] = [
      .posixPermissions: 0o664, .ownerAccountID: 65_534, .groupOwnerAccountID: 1000,
    ]
    try FileManager.default.setAttributes(access, ofItemAtPath: path)
    try OutputFile.write(to: path) { try $0(Data("2".utf8)) }
    try DurableFile.replace(path, with: Array("3".utf8))
    let found = try FileManager.default.attributesOfItem(atPath: path)
    #expect(access.allSatisfy { found[$0.key] as? Int == $0.value }, "\(found)")
    #expect(try folder.text(of: "report.json") == "3")
    #expect(try folder.names() == ["report.json"])
  }

  /// Renaming a file to its name would remove the device; a report can be written to it.
  @Test func aDeviceIsNoFile() {
    #expect(
      diagnostic("/dev/null") == "configuration.value --contact-sheet `/dev/null` cannot be written: it is no file")
    #expect(diagnostic("/dev/null", .report) == nil)
  }
}
