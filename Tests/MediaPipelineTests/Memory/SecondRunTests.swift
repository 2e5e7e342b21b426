import Findings
import Foundation
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// A run with a memory of the last one gives the same result as without.
@Suite(.timeLimit(.minutes(10))) struct SecondRunTests {
  let workspace: SecondRunWorkspace
  private var folder: TemporaryFolder { workspace.folder }

  init() throws { workspace = try SecondRunWorkspace() }

  @Test func nothingToDoStartsNoWorker() async throws {
    #expect(try await workspace.run().starts > 0)
    let usual = try await workspace.forgetful().run()
    let states = try folder.states(of: "payloads")
    for _ in 0..<2 {
      let again = try await workspace.run()
      #expect(again.starts == 0)
      #expect(again == usual.seen)
    }
    #expect(try folder.states(of: "payloads") == states)
    #expect(usual.report.contains("\"unchanged\" : 4"))
  }

  /// Results that memory has no room for.
  @Test func manyResultsAreReadAgain() async throws {
    for number in 0..<1_500 { try folder.write("no picture \(number)", to: "campaign/many/\(number).jpg") }
    _ = try await workspace.run()
    let usual = try await workspace.forgetful().run()
    for _ in 0..<2 { #expect(try await workspace.run().seen == usual.seen) }
  }

  /// What could not be read has no bytes that could be remembered.
  @Test func whatWasNotReadIsToldEachTime() async throws {
    for name in ["one", "two"] { try folder.write("", to: "campaign/\(name).png") }
    _ = try await workspace.run()
    let usual = try await workspace.forgetful().run()
    for _ in 0..<2 { #expect(try await workspace.run().seen == usual.seen) }
    for name in ["one", "two"] { #expect(usual.report.contains("\"path\" : \"\(name).png\"")) }
  }

  /// Once the files are unchanged for a while, only their stamps are compared.
  @Test func whatIsSettledIsNotRead() async throws {
    _ = try await workspace.run()
    try await Task.sleep(for: .milliseconds(2_100))
    let second = try await workspace.run()
    let remembered = try workspace.memories().map { try folder.bytes(of: $0) }
    let third = try await workspace.run()
    #expect(third == second && third.starts == 0)
    #expect(try workspace.memories().map { try folder.bytes(of: $0) } == remembered)
  }

  enum Change: String, CaseIterable {
    case pictureOfTheSameLength, pictureThatLooksUntouched, pictureMended, pictureGone, pictureMore, pictureRenamed
    case renditionGone, renditionChanged, renditionTouched
    case requestGone, requestChanged, requestFolderGone
    case campaignFile, configuration, defaults, killedExchange
  }

  @Test(arguments: Change.allCases, [false, true])
  func whateverHasChangedIsNoticed(change: Change, isSettled: Bool) async throws {
    _ = try await workspace.run()
    if isSettled {
      try await Task.sleep(for: .milliseconds(2_100))
      _ = try await workspace.run()
    }
    let pipeline = try carryOut(change)
    let usual = try await workspace.forgetful().run(pipeline)
    #expect(try await workspace.run(pipeline).seen == usual.seen)
    // And what was found then is remembered as well.
    let usualAgain = try await workspace.forgetful().run(pipeline)
    #expect(try await workspace.run(pipeline).seen == usualAgain.seen)
  }

  /// Requests that our index does not list stop every run, also one that has nothing else to do.
  @Test(arguments: [false, true]) func requestsOfOthersAreNoticed(isIndexGone: Bool) async throws {
    _ = try await workspace.run()
    if isIndexGone {
      try folder.remove("payloads/index.json")
    } else {
      try folder.write("{}", to: "payloads/other.json")
    }
    let before = try folder.contents(of: "payloads")
    for _ in 0..<2 {
      let error = await #expect(throws: PipelineError.self) { try await workspace.run() }
      guard case .campaign(let diagnostics) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(diagnostics.map(\.rule) == ["campaign.other-requests"])
    }
    #expect(try folder.contents(of: "payloads") == before)
  }

  private func carryOut(_ change: Change) throws -> String {
    let rendition = "public/" + (try folder.names(in: "public").first { $0.hasPrefix("b.") } ?? "")
    switch change {
    case .pictureOfTheSameLength: try folder.write(minimalPNG(width: 69, height: 32), to: "campaign/b.png")
    case .pictureThatLooksUntouched:
      let path = folder.absolute("campaign/b.png")
      let time = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
      let handle = try FileHandle(forWritingTo: URL(filePath: path))
      try handle.write(contentsOf: Data(minimalPNG(width: 69, height: 32)))
      try handle.close()
      try FileManager.default.setAttributes([.modificationDate: time as Any], ofItemAtPath: path)
    case .pictureMended: try folder.write(minimalPNG(width: 70, height: 32), to: "campaign/broken.png")
    case .pictureGone: try folder.remove("campaign/b.png")
    case .pictureMore: try folder.write(minimalPNG(width: 71, height: 32), to: "campaign/e.png")
    case .pictureRenamed:
      try FileManager.default.moveItem(
        atPath: folder.absolute("campaign/b.png"), toPath: folder.absolute("campaign/z.png"))
    case .renditionGone: try folder.remove(rendition)
    case .renditionChanged: try folder.write(try folder.bytes(of: rendition).reversed(), to: rendition)
    case .renditionTouched: try folder.write(try folder.bytes(of: rendition), to: rendition)
    case .requestGone: try folder.remove("payloads/b.json")
    case .requestChanged: try folder.write(try folder.bytes(of: "payloads/b.json").reversed(), to: "payloads/b.json")
    case .requestFolderGone: try folder.remove("payloads")
    case .campaignFile:
      try folder.write(
        "version: 1\nmessages:\n  - {id: one, image: b.png, title: T, target: {topic: t}}\n",
        to: "campaign/campaign.yml")
    case .configuration:
      return SecondRunWorkspace.pipeline.replacing("universal: {}", with: "universal: {max-width: 50}")
    case .defaults: return SecondRunWorkspace.pipeline.replacing("New today", with: "New tomorrow")
    case .killedExchange: try folder.write("{}", to: ".payloads.next/b.json")
    }
    return SecondRunWorkspace.pipeline
  }

  /// The memory is in a folder that may be changed in any way.
  @Test func aDamagedMemoryIsNone() async throws {
    _ = try await workspace.run()
    let usual = try await workspace.forgetful().run().seen
    for path in try workspace.memories() {
      let whole = try folder.bytes(of: path)
      for bytes in [
        [], Array(whole.prefix(40)), whole.dropLast(), whole + [0], whole.reversed(), [UInt8](repeating: 0, count: 99),
      ] {
        try folder.write(bytes, to: path)
        #expect(try await workspace.run().seen == usual)
      }
    }
  }

  /// Its digest is not secret, so anyone who can write there can write anything.
  @Test func aForgedMemoryTrapsNowhere() async throws {
    _ = try await workspace.run()
    let usual = try await workspace.forgetful().run().seen
    let path = try #require(
      try workspace.memories().first { try folder.bytes(of: $0).dropFirst(32).starts(with: "richpush memory".utf8) })
    let key = try #require(ContentDigest(hex: String(path.dropFirst("cache/".count))))
    let place = folder.absolute(path)
    let parts = try #require(
      SealedFile.parts(of: place, beginning: MemoryFile.beginning, limit: MemoryFile.largestFile))
    func memory(_ parts: [[UInt8]], _ key: ContentDigest) -> MemoryFile? {
      var memory = MemoryFile(StoredValues(parts), under: key, sharing: ShapeTable())
      while memory?.next(100) != nil {}
      return memory
    }
    #expect(memory(Array(parts), key) != nil)
    #expect(memory(Array(parts), ContentDigest(of: [])) == nil)
    for (number, part) in parts.enumerated() {
      for index in part.indices {
        for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
          var forged = Array(parts)
          forged[number][index] = value
          _ = memory(forged, key)
        }
      }
    }
    // A rendition with a negative limit, and a part that is longer than the file.
    let whole = try folder.bytes(of: path)
    for (found, forged) in [("\"limit\":", "-1"), ("richpush memory 6\n", "\u{FF}\u{FF}\u{FF}\u{FF}")] {
      var text = Array(whole[32...])
      let place = try #require(text.firstRange(of: Array(found.utf8))).upperBound
      text.replaceSubrange(place..<place + forged.utf8.count, with: forged.utf8)
      try folder.write(sealed(text), to: path)
      #expect(try await workspace.run().seen == usual)
    }
  }

  private func sealed(_ text: [UInt8]) -> [UInt8] { ContentDigest(of: text).bytes + text }

  @Test func sourcesThatAreGoneAreForgotten() async throws {
    _ = try await workspace.run()
    func size() throws -> Int { try workspace.memories().reduce(0) { try $0 + folder.bytes(of: $1).count } }
    let before = try size()
    for name in SecondRunWorkspace.names.dropLast() { try folder.remove("campaign/\(name).png") }
    _ = try await workspace.run()
    #expect(try size() < before - 300)
    #expect(try workspace.memories().count == 2)
  }

  @Test func withoutACacheNothingIsRemembered() async throws {
    var settings = try workspace.settings()
    settings.cacheFolder = nil
    _ = try await Pipeline(settings).run()
    #expect(!folder.exists("cache"))
    let report = try await Pipeline(settings).run()
    #expect(report.totals.cached == 0 && report.totals.rendered == 4)
  }

  /// A moment that is over by then costs a message, though nothing has changed.
  @Test func aMomentMayBeOverTheNextTime() async throws {
    try folder.write(
      "version: 1\nmessages:\n  - {id: one, image: b.png, title: T, target: {topic: t}, expires: 2030-01-01T00:00:00Z}\n",
      to: "campaign/campaign.yml")
    var settings = try workspace.settings()
    settings.now = 1_800_000_000
    #expect(try await Pipeline(settings).run().totals.requests == 1)
    settings.now = 1_900_000_000
    #expect(try await Pipeline(settings).run().totals.requests == 0)
  }

  /// What a run looks for besides an error about all messages was found out before.
  @Test func otherMistakesAreFoundWithoutInspectingAgain() async throws {
    for name in ["broken.png", "notes.text"] { try folder.remove("campaign/" + name) }
    _ = try await workspace.run()
    try folder.write("version: 1\nmesages: []\n", to: "campaign/campaign.yml")
    let cache = try folder.contents(of: "cache")
    var check = CheckSettings(pipeline: try workspace.settings(), now: 0)
    for cacheFolder in [nil, check.pipeline.cacheFolder] {
      try folder.remove("worker.log")
      check.pipeline.cacheFolder = cacheFolder
      let report = await Checker(check).check([.campaign(folder: folder.absolute("campaign"))])
      #expect(report.diagnostics.contains { $0.subject.name.hasSuffix("campaign.yml") })
      #expect(folder.exists("worker.log") == (cacheFolder == nil))
    }
    #expect(try folder.contents(of: "cache") == cache)
  }
}
