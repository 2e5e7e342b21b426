import Findings
import Foundation
import PushDelivery
import TestSupport
import Testing

/// The pipeline.yml at the root of the repository: it parses, it is what `richpush init` writes, and any change to it
/// either parses too or is explained.
@Suite struct PipelineFileTests {
  let text: String

  init() throws { text = try String(contentsOfFile: packageRoot + "/pipeline.yml", encoding: .utf8) }

  @Test(arguments: [
    "resources: [{name: repo}]\njobs: [{name: build}]\n", "stages: [build]\ncache: {paths: [a]}\n",
    "steps:\n  - script: make\n",
  ])
  func filesOfOthersAreKnown(text: String) { #expect(PipelineFile.standard.isForeign(text)) }

  /// A mistake in one of ours does not make it another program's.
  @Test(arguments: [
    "", "jobs: 2\n", "version: 1\nresources: []\n", "publsh: []\ncampaign: a\n", "limits: {}\n", "a: [", "- 1\n",
  ])
  func oursIsNoneOfThem(text: String) { #expect(!PipelineFile.standard.isForeign(text)) }

  @Test func theOneOfThisRepositoryIsOurs() { #expect(!PipelineFile.standard.isForeign(text)) }

  @Test func saysWhatItsCommentsSay() {
    let expected = PipelineConfiguration(
      campaign: "samples/campaign", destinations: [DestinationSettings(baseURL: "https://static.example.com/push/")],
      compose: ComposeSettings(linkDataKey: "link"),
      messageDefaults: MessageDefaults(
        title: "New for you", body: "See what arrived today", target: .topic("YOUR_TOPIC"),
        link: "https://www.example.com/new"))
    #expect(PipelineFile.standard.read(text) == Checked(expected))
  }

  @Test func isWhatInitWrites() { #expect(text == PipelineFile.standard.template) }

  @Test func theCampaignThatInitWritesParses() {
    let checked = Campaign.read(CampaignFile.template)
    #expect(checked.diagnostics.isEmpty)
    #expect(checked.value?.messages.map(\.id) == ["summer-sale"])
  }

  @Test func everyKeyMayBeRemovedOrIsMissed() {
    let keys = KeyLine.all(in: text)
    #expect(keys.count == 61)
    for key in keys {
      let checked = PipelineFile.standard.read(key.removed(from: text))
      let paths = checked.diagnostics.compactMap(\.subject.keyPath)
      #expect(
        checked.diagnostics.isEmpty || paths.contains { $0 == key.name || $0.hasSuffix("." + key.name) }, "\(key)")
    }
  }

  @Test func everyMisspeltKeyNamesTheNearest() {
    for key in KeyLine.all(in: text) {
      let checked = PipelineFile.standard.read(key.misspelt(in: text))
      let unknown = checked.diagnostics.filter { $0.rule == "configuration.unknown-key" }
      #expect(
        unknown.count == 1 && unknown[0].remedy.contains("key here is `\(key.name)`")
          || unknown.count == 1 && unknown[0].remedy.contains("nearest key is `\(key.name)`"), "\(key)")
      #expect(unknown.first?.subject.line == key.line + 1)
    }
  }

  @Test(arguments: 0..<20) func noChangeOfItsBytesTraps(_ seed: UInt64) {
    var random = Lehmer(seed: seed)
    for _ in 0..<20 {
      var bytes = Array(text.utf8)
      for _ in 0...random.below(8) { random.change(&bytes) }
      let checked = PipelineFile.standard.read(String(decoding: bytes, as: UTF8.self))
      #expect((checked.value == nil) == checked.diagnostics.contains { $0.severity == .error })
      _ = Campaign.read(String(decoding: bytes, as: UTF8.self))
    }
  }
}

/// A line `key: …` of a YAML text, with the lines that belong to it.
private struct KeyLine: CustomStringConvertible {
  let name: String
  let line: Int
  let indentation: Int

  static func all(in text: String) -> [KeyLine] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { number, line in
      let content = line.drop { $0 == " " || $0 == "-" }
      let name = content.prefix { $0 != ":" }
      guard !content.hasPrefix("#"), name.count < content.count else { return nil }
      return KeyLine(name: String(name), line: number, indentation: line.count - content.count)
    }
  }

  func removed(from text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let block = lines[(line + 1)...].prefix { $0.isEmpty || $0.prefix { $0 == " " }.count > indentation }
    lines.removeSubrange(line + 1..<block.endIndex)
    lines[line] =
      lines[line].drop { $0 == " " }.hasPrefix("- ") ? String(repeating: " ", count: indentation - 2) + "-" : ""
    return lines.joined(separator: "\n")
  }

  func misspelt(in text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines[line] = lines[line].replacing(name + ":", with: name + "x:", maxReplacements: 1)
    return lines.joined(separator: "\n")
  }

  var description: String { "\(name) in line \(line + 1)" }
}

/// A small generator of pseudo-random numbers, the same on every run.
private struct Lehmer {
  var state: UInt64

  init(seed: UInt64) { state = seed &* 2_654_435_761 % 2_147_483_646 + 1 }

  mutating func below(_ count: Int) -> Int {
    state = state * 48_271 % 2_147_483_647
    return Int(state % UInt64(count))
  }

  mutating func change(_ bytes: inout [UInt8]) {
    let place = below(bytes.count)
    let special = Array("[]{}:,-?&*!|>'\"%@`#~\\\t \n\0".utf8)
    switch below(5) {
    case 0: bytes[place] = UInt8(below(256))
    case 1: bytes.remove(at: place)
    case 2: bytes.insert(special[below(special.count)], at: place)
    case 3: bytes.insert(contentsOf: bytes[place..<min(place + below(200), bytes.count)], at: below(bytes.count))
    default: bytes.removeSubrange(place..<min(place + below(200), bytes.count))
    }
  }
}
