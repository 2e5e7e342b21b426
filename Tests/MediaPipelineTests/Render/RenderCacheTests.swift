import Findings
import Foundation
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

@Suite struct RenderCacheTests {
  let folder = TemporaryFolder()
  let source = SourceFile(path: "a.png", byteCount: 10, digest: ContentDigest(of: [1]))
  let inspection = Inspection.still(Picture(format: .png, size: PixelSize(width: 8, height: 6), content: .graphic))

  private func cache(version: String = "1", maximumBytes: Int = 1_000_000) -> RenderCache {
    RenderCache(folder: folder.absolute("cache"), maximumBytes: maximumBytes, isReadOnly: false, shared: nil) { _ in
      version
    }
  }

  private var plan: StillPlan { StillPlan(for: inspection, source: source, profile: .universal) }

  private func rendition() throws -> StillRendition {
    let bytes = minimalPNG(width: 8, height: 6)
    return try Rendition(
      bytes, digest: ContentDigest(of: bytes), meeting: plan.specification,
      record: StillRecord(method: .copy, size: PixelSize(width: 8, height: 6)))
  }

  private let motionPlan = MotionPlan(
    method: .encode,
    specification: MotionSpecification(
      profile: "test", format: .mp4, maximumBytes: 10_000, size: PixelSize(width: 64, height: 64), maximumFrameRate: 10,
      keepsAudio: true), reasons: [.codec])

  private func movie() throws -> MotionRendition {
    let bytes = MovieSample().bytes
    return try Rendition(
      bytes, digest: ContentDigest(of: bytes), meeting: motionPlan.specification,
      record: MotionRecord(method: .encode, size: PixelSize(width: 64, height: 48), duration: 1, frameCount: 10))
  }

  @Test func givesBackWhatWasStored() async throws {
    #expect(await cache().inspection(of: source) == nil)
    #expect(await cache().rendition(of: source, inspection, plan: plan) == nil)
    await cache().store(inspection, of: source)
    await cache().store(try rendition(), of: source, inspection, plan: plan)
    #expect(await cache().inspection(of: source) == inspection)
    #expect(try await cache().rendition(of: source, inspection, plan: plan) == rendition())
  }

  @Test func keepsWhatMovesBesideItsStill() async throws {
    await cache().store(try movie(), of: source, inspection, plan: motionPlan)
    #expect(await cache().rendition(of: source, inspection, plan: plan) == nil)
    await cache().store(try rendition(), of: source, inspection, plan: plan)
    #expect(try await cache().rendition(of: source, inspection, plan: motionPlan) == movie())
    #expect(try await cache().rendition(of: source, inspection, plan: plan) == rendition())
  }

  /// Under other names all that earlier runs left would be made again.
  @Test func entriesKeepTheirNames() async throws {
    await cache().store(try movie(), of: source, inspection, plan: motionPlan)
    await cache().store(try rendition(), of: source, inspection, plan: plan)
    let still = """
      {"background":{"blue":255,"green":255,"red":255},"chroma":"full","effort":{"best":{"target":90}},\
      "formats":["png","jpeg"],"geometry":{"scaled":{"height":6,"width":8}},"keepsTransparency":false,\
      "maximumBytes":300000,"maximumSize":{"height":1136,"width":1664},"profile":"universal"}
      """
    let motion = """
      {"background":{"blue":255,"green":255,"red":255},"format":"mp4","keepsAudio":true,"maximumBytes":10000,\
      "maximumFrameRate":10,"profile":"test","size":{"height":64,"width":64}}
      """
    let keys = ["rendition 1 \(source.digest) copy \(still)", "motion 1 \(source.digest) encode \(motion)"]
    let names = keys.map { ContentDigest(of: Array($0.utf8)).hex }
    #expect(try folder.names(in: "cache").sorted() == names.sorted())
  }

  @Test func anythingElseIsAnotherEntry() async throws {
    await cache().store(try rendition(), of: source, inspection, plan: plan)
    let other = SourceFile(path: "a.png", byteCount: 10, digest: ContentDigest(of: [2]))
    var smaller = plan
    smaller.specification.maximumBytes -= 1
    #expect(await cache().rendition(of: other, inspection, plan: plan) == nil)
    #expect(await cache().rendition(of: source, inspection, plan: smaller) == nil)
    #expect(await cache(version: "2").rendition(of: source, inspection, plan: plan) == nil)
  }

  /// Every byte of every entry, changed one at a time: the cache returns the stored bytes, or nothing.
  @Test func damagedEntriesAreAsGoodAsNone() async throws {
    await cache().store(inspection, of: source)
    await cache().store(try rendition(), of: source, inspection, plan: plan)
    let stored = try rendition()
    for name in try folder.names(in: "cache") {
      let bytes = try folder.bytes(of: "cache/" + name)
      for index in bytes.indices {
        var damaged = bytes
        damaged[index] ^= 0x20
        try folder.write(damaged, to: "cache/" + name)
        let found = await cache().rendition(of: source, inspection, plan: plan)
        #expect(found == nil || found?.bytes == stored.bytes)
        let facts = await cache().inspection(of: source)
        #expect(facts == nil || facts == inspection)
      }
      try folder.write(bytes.dropLast(), to: "cache/" + name)
      let (cut, facts) = await (cache().rendition(of: source, inspection, plan: plan), cache().inspection(of: source))
      #expect(cut == nil || facts == nil)
      try folder.write(bytes, to: "cache/" + name)
    }
  }

  @Test func trimRemovesWhatWasNotUsedForLongest() async throws {
    let sources = (1...3).map { SourceFile(path: "\($0)", byteCount: 1, digest: ContentDigest(of: [UInt8($0)])) }
    for (age, source) in sources.enumerated() {
      await cache().store(inspection, of: source)
      let names = try folder.names(in: "cache")
      for name in names where age < 2 {
        let old = Date(timeIntervalSinceNow: -Double(1000 * (2 - age)))
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.absolute("cache/" + name))
        if let date = attributes[.modificationDate] as? Date, date.timeIntervalSinceNow > -500 {
          try FileManager.default.setAttributes(
            [.modificationDate: old], ofItemAtPath: folder.absolute("cache/" + name))
        }
      }
    }
    let one = try folder.bytes(of: "cache/" + folder.names(in: "cache")[0]).count
    // Using the oldest makes it the newest.
    #expect(await cache().inspection(of: sources[0]) != nil)
    cache(maximumBytes: one * 2).trim()
    var isThere: [Bool] = []
    for source in sources { isThere.append(await cache().inspection(of: source) != nil) }
    #expect(isThere == [true, false, true])
  }

  /// Later runs have to make everything again.
  @Test func whatCannotBeKeptIsSaidOnce() async throws {
    try folder.write("a file", to: "cache")
    let cache = cache()
    for _ in 0..<2 { await cache.store(try rendition(), of: source, inspection, plan: plan) }
    let notes = await cache.close()
    #expect(notes.map(\.rule) == ["machine.cache"])
    #expect(notes.map(\.subject.name) == [folder.absolute("cache")])
    #expect(await self.cache().close() == [])
  }

  @Test func trimRemovesAbandonedFilesOnly() throws {
    for name in [".richpush-old.tmp", ".richpush-new.tmp", "notes.txt"] { try folder.write("x", to: "cache/" + name) }
    let old = Date(timeIntervalSinceNow: -7200)
    try FileManager.default.setAttributes(
      [.modificationDate: old], ofItemAtPath: folder.absolute("cache/.richpush-old.tmp"))
    cache().trim()
    #expect(try folder.names(in: "cache") == [".richpush-new.tmp", "notes.txt"])
  }
}
