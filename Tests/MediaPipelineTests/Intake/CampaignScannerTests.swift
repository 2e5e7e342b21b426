import Findings
import Foundation
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

@Suite struct CampaignScannerTests {
  let folder = TemporaryFolder()

  private func scan(excluding folders: [String] = []) throws -> CampaignScanner.Result {
    try CampaignScanner(
      folder: folder.path, excludedFolders: folders.map(folder.absolute), excludedNames: ["campaign.yml"]
    ).scan()
  }

  @Test func findsFilesInOrderAndPassesOverWhatIsNoMedia() throws {
    for path in ["b.jpg", "a/z.png", "a/é ☕.webp", ".hidden.jpg", ".git/x.jpg", "campaign.yml", "public/p.jpg"] {
      try folder.write("12345", to: path)
    }
    let result = try scan(excluding: ["public"])
    #expect(result.files.map(\.path) == ["a/z.png", "a/é ☕.webp", "b.jpg"])
    #expect(result.files.map(\.byteCount) == [5, 5, 5])
    #expect(result.diagnostics == [])
  }

  /// Files of open programs and of systems, and half-written ones.
  @Test func passesOverWhatProgramsLeaveForAWhile() throws {
    let names = [
      "~$messages.xlsx", ".~lock.messages.csv#", "~WRL0001.tmp", "1A2B3C4D.TMP", "._a.jpg", "Thumbs.db", "Desktop.ini",
      "Icon\r", "#campaign.yml#", "campaign.yml~", "b.jpg.crdownload", "c.jpg.part",
    ]
    for name in names {
      try folder.write("1", to: name)
      try folder.write("1", to: "below/" + name)
    }
    for path in ["a.jpg", "below/~a.jpg", "#a.jpg", "tmp.jpg"] { try folder.write("1", to: path) }
    #expect(try scan().files.map(\.path) == ["#a.jpg", "a.jpg", "below/~a.jpg", "tmp.jpg"])
  }

  @Test func linksOutOfTheFolderAreRefused() throws {
    let outside = TemporaryFolder()
    try outside.write("x", to: "secret.jpg")
    try folder.write("x", to: "real.jpg")
    try folder.link("inside.jpg", to: "real.jpg")
    try folder.link("outside.jpg", to: outside.absolute("secret.jpg"))
    try folder.link("dangling.jpg", to: "nowhere.jpg")
    try folder.link("away", to: outside.path)
    try folder.link("loop", to: ".")
    let result = try scan()
    #expect(result.files.map(\.path) == ["inside.jpg", "real.jpg"])
    #expect(result.diagnostics.map(\.subject.name) == ["away", "dangling.jpg", "outside.jpg"])
    #expect(result.diagnostics.map(\.rule) == ["file.leaves-folder", "file.unreadable", "file.leaves-folder"])
    #expect(result.diagnostics[1].message.contains("leads nowhere"))
    #expect(result.diagnostics[1].remedy.contains("link"))
  }

  /// As one character and as two: file systems keep them apart, and people cannot.
  @Test func namesOfTheSameLettersAreRefused() throws {
    try folder.write("1", to: "caf\u{E9}.jpg")
    try folder.write("2", to: "cafe\u{301}.jpg")
    try folder.write("3", to: "tea.jpg")
    try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
    let result = try scan()
    #expect(result.files.map(\.path) == ["tea.jpg"])
    #expect(result.diagnostics.map(\.rule) == ["file.name", "file.name"])
    #expect(Set(result.diagnostics.map { $0.message.contains("cc 81") }) == [true, false])
  }
}
