import Findings
import Foundation
import TestSupport
import Testing

@Suite struct IncidentTests {
  @Test func isSortedWithEachOnce() {
    let names = Incident.all.map(\.id.rawValue)
    #expect(names == Set(names).sorted())
    #expect(names.count == 113)
  }

  @Test func everyKindHasSome() { #expect(Set(Incident.all.map(\.kind)) == Set(Incident.Kind.allCases)) }

  /// What it is about can be told from the kind, and the kind from the group that it stands in.
  @Test func identifiersAndKindsAgree() {
    for incident in Incident.all {
      let group = incident.id.rawValue.prefix { $0 != "." }
      let expected: Incident.Kind =
        switch group {
        case "argument", "suppression": .check
        case "file", "image", "motion", "poster": .media
        case "url": .configuration
        default: Incident.Kind(rawValue: String(group)) ?? .check
        }
      #expect(incident.kind == expected, "\(incident.id)")
    }
  }

  @Test func isWrittenInSentences() {
    for incident in Incident.all {
      #expect(incident.summary.hasSuffix("."), "\(incident.id)")
      #expect(incident.remedy.first?.isLowercase ?? (incident.severity == .note), "\(incident.id)")
      #expect(!incident.remedy.hasSuffix("."), "\(incident.id)")
      #expect(incident.remedySentence.hasSuffix("."), "\(incident.id)")
    }
    #expect(Incident.fileName.remedySentence == "Rename it.")
    #expect(Incident.fileIgnored.remedySentence == "None needed.")
  }

  @Test func sourcesAreAddressesOrFiles() {
    let sources = Incident.all.compactMap(\.source)
    #expect(sources.count >= 14)
    #expect(sources.allSatisfy { $0.hasPrefix("https://") || $0.contains("/") })
  }

  @Test func aDiagnosticSaysWhatTheConstantSays() {
    let subject = Diagnostic.Subject(.file, "a.jpg")
    #expect(
      Diagnostic(.posterUnused, subject, "x")
        == Diagnostic("poster.unused", .warning, subject, "x", remedy: "delete `poster`, or name a video as `media`"))
    #expect(Diagnostic(.fileIgnored, subject, "x") == Diagnostic("file.ignored", .note, subject, "x"))
    #expect(
      Diagnostic(.machineNetwork, subject, "x", remedy: "wait", platforms: [.web, .ios])
        == Diagnostic("machine.network", .error, subject, "x", remedy: "wait", platforms: [.ios, .web]))
    #expect(Diagnostic(.machineDiskFull, subject, "x").remedy == "free some space and run again")
  }

  /// Reports hold only identifiers.
  @Test func aDiagnosticThatWasReadKnowsItsKind() throws {
    for incident in Incident.all {
      let written = try JSONEncoder().encode(Diagnostic(incident, .init(.file, "a.jpg"), "x"))
      let read = try JSONDecoder().decode(Diagnostic.self, from: written)
      #expect(Incident.named(read.rule) == incident)
      #expect(read.rule.isEnvironmental == (incident.kind == .machine), "\(incident.id)")
    }
    #expect(Incident.named("machine.nothing") == nil)
    #expect(!RuleIdentifier(rawValue: "machine.nothing").isEnvironmental)
  }
}

@Suite struct NearestNameTests {
  @Test(arguments: [
    ("max-byte", "max-bytes"), ("maxwidth", "max-width"), ("MAX-WIDTH", "max-width"), ("hieght", "height"),
    ("", "a"), ("zzz", "a"), ("heigth", "height"), ("b", "a"),
  ])
  func findsTheNearest(_ name: String, _ expected: String) {
    #expect(NearestName.find(name, among: ["a", "max-bytes", "max-width", "height"]) == expected)
  }

  @Test func nothingIsNearNothing() { #expect(NearestName.find("a", among: []) == nil) }

  @Test(arguments: [
    ("chekc", "check"), ("rn", "run"), ("PLNA", "plan"), ("mutable", "mutable-content"), ("com", nil),
    ("compos", "compose"), ("validate", nil), ("lint", nil), ("foo", nil), ("", nil), ("plan", "plan"),
  ])
  func whatIsFarIsNotMeant(_ name: String, _ expected: String?) {
    let names = ["run", "plan", "plans", "check", "init", "compose", "completion", "mutable-content"]
    #expect(NearestName.near(name, among: names) == expected)
  }

  @Test(arguments: [
    ("rose.jpg", "rose-new.jpg"), ("Rose.JPG", "rose-new.jpg"), ("tulip.jpeg", "tulips/tulip.jpg"),
    ("rose1.jpg", nil), ("lily3.png", nil), ("lilly1.png", "lily1.png"),
  ])
  func aFileWithAnotherNumberIsAnotherPicture(_ name: String, _ expected: String?) {
    let files = ["lily1.png", "rose-new.jpg", "rose2.jpg", "rosemary.jpg", "tulips/tulip.jpg"]
    #expect(NearestName.file(name, among: files) == expected)
  }

  private static let numbered: [(name: String, files: [String], expected: String?)] = [
    ("IMG_D3200.jpg", ["IMG_D3100.jpg", "hero.jpg"], "IMG_D3100.jpg"),
    ("IMG-D3100.jpg", ["IMG_D3100.jpg"], "IMG_D3100.jpg"),
    ("nikon d3200.JPG", ["a/Nikon D3100.jpg", "Nikon D90.jpg"], "a/Nikon D3100.jpg"),
    ("IMG_1250.jpg", (1001...1500).filter { $0 != 1250 }.map { "IMG_\($0).jpg" }, nil),
    ("IMG_0418.jpg", ["IMG_0417.jpg", "IMG_0419.jpg"], nil), ("p7.jpg", ["p8.jpg"], nil),
    ("nix.jpg", ["pics/p1.jpg", "sommer.jpg"], nil), ("somer.jpg", ["pics/p1.jpg", "sommer.jpg"], "sommer.jpg"),
  ]

  /// A long number may be misspelt, unless the folder has several like it; a short one counts.
  @Test(arguments: numbered)
  func aNumberMayBeMisspelt(_ name: String, _ files: [String], _ expected: String?) {
    #expect(NearestName.file(name, among: files) == expected)
  }

  @Test func longNamesCostNoTime() {
    let long = String(repeating: "x", count: 1_000_000)
    #expect(NearestName.find(long, among: ["a", long]) == long)
    #expect(NearestName.near(long, among: ["a", long]) == long)
  }
}

struct EmbeddedFileTests {
  @Test("The list names every text file of Resources, and the program has its bytes") func listIsWhole() throws {
    let manager = FileManager.default
    let root = packageRoot + "/Resources"
    for folder in try manager.contentsOfDirectory(atPath: root) where folder != "include" && !folder.contains(".") {
      let files = try manager.subpathsOfDirectory(atPath: "\(root)/\(folder)").map { "\(folder)/\($0)" }
        .filter { manager.contents(atPath: "\(root)/\($0)") != nil }
      #expect(Set(EmbeddedFile.paths(in: folder)) == Set(files))
      for file in files {
        #expect(try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8) == EmbeddedFile.text(file), "\(file)")
      }
    }
  }
}
