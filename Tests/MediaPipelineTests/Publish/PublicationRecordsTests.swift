import Findings
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct PublicationRecordsTests {
  private static let now = 1_800_000_000
  private static let digest = ContentDigest(of: [1, 2, 3])
  private static let url = "https://cdn.example.com/logo.png"
  let folder = TemporaryFolder()

  private func records(at time: Int = now) -> PublicationRecords {
    PublicationRecords(path: folder.absolute("published.jsonl"), now: time)
  }

  private func proves(
    _ records: PublicationRecords, _ name: String = "logo.png", url: String = url, digest: ContentDigest = digest,
    verification: URLVerification = .get
  ) -> Bool {
    records.prove(name, url: url, digest: digest, verification: verification)
  }

  private func save(_ verification: URLVerification = .get, at time: Int = now) {
    let records = records(at: time)
    records.add("logo.png", url: Self.url, digest: Self.digest, verification: verification)
    #expect(proves(records, verification: verification))
    records.save()
  }

  @Test func provesWhatWasAddedAndNothingElse() {
    #expect(!proves(records()))
    save()
    let records = records()
    #expect(proves(records))
    #expect(!proves(records, "other.png"))
    #expect(!proves(records, url: Self.url + "?"))
    #expect(!proves(records, digest: ContentDigest(of: [1, 2])))
  }

  @Test(arguments: [
    (URLVerification.get, [URLVerification.get, .off]), (.off, [.off]),
  ])
  func aBetterTrialProvesAWorseOne(tried: URLVerification, proven: [URLVerification]) {
    save(tried)
    let records = records()
    #expect(URLVerification.allCases.filter { proves(records, verification: $0) } == proven)
  }

  /// What a run asks itself is as it is now.
  @Test func whoBelievesSaysSinceWhen() {
    save()
    #expect(records().provedSince == nil)
    let later = records(at: Self.now + 60)
    later.add("other.png", url: Self.url, digest: Self.digest, verification: .get)
    #expect(proves(later, "other.png") && later.provedSince == nil)
    #expect(proves(later) && later.provedSince == Self.now)
    let never = records(at: Self.now + 60)
    #expect(!proves(never, "unknown.png") && never.provedSince == nil)
  }

  /// A clock that was set back proves nothing either.
  @Test(arguments: [
    (0, true), (PublicationRecords.lifetime, true), (PublicationRecords.lifetime + 1, false), (-1, false),
  ])
  func aRecordIsTrustedForAnHour(seconds: Int, isTrusted: Bool) {
    save()
    #expect(proves(records(at: Self.now + seconds)) == isTrusted)
  }

  @Test func whoeverWantsToKnowAnewBelievesNone() throws {
    save()
    #expect(!proves(PublicationRecords(path: folder.absolute("published.jsonl"), isBelieved: false, now: Self.now)))
  }

  @Test(arguments: ["", "nonsense", "{\"name\":", "[]\n\u{0}\u{FFFF}", "{\"name\":\"logo.png\",\"moment\":9e99}"])
  func brokenLinesDoNotCount(line: String) throws {
    save()
    let good = try folder.bytes(of: "published.jsonl")
    try folder.write(Array(line.utf8) + [10] + good + Array(line.utf8), to: "published.jsonl")
    let records = records()
    #expect(proves(records))
    records.save()
    #expect(try folder.bytes(of: "published.jsonl") == good)
  }

  @Test func aMomentAtTheEndOfNumbersTrapsNothing() throws {
    save()
    let text = try folder.text(of: "published.jsonl")
    for moment in [Int.max, Int.min] {
      try folder.write(text.replacing("\(Self.now)", with: "\(moment)"), to: "published.jsonl")
      #expect(!proves(records()))
    }
  }

  @Test func theLastOfSeveralCounts() throws {
    save(.off, at: Self.now - 5)
    let old = try folder.bytes(of: "published.jsonl")
    save(.get)
    try folder.write(old + (try folder.bytes(of: "published.jsonl")), to: "published.jsonl")
    #expect(proves(records()))
  }

  /// Those of earlier versions name no place.
  @Test(arguments: [nil, "https://s3.example.com/a/"])
  func recordsOfAnotherPlaceAreNotBelieved(place: String?) throws {
    func records(of place: String?) -> PublicationRecords {
      PublicationRecords(path: folder.absolute("published.jsonl"), of: place, now: Self.now)
    }
    let first = records(of: place)
    first.add("logo.png", url: Self.url, digest: Self.digest, verification: .get)
    first.save()
    records(of: nil).forget(urls: ["https://cdn.example.com/other.png"])
    #expect(proves(records(of: place)))
    #expect(!proves(records(of: "https://s3.example.com/b/")))
  }

  @Test func whatIsForgottenIsAskedForAgain() throws {
    save(.get)
    records().forget(urls: ["https://cdn.example.com/other.png"])
    #expect(proves(records()))
    records().forget(urls: [Self.url])
    #expect(!proves(records()))
  }

  @Test func whereNothingCanBeWrittenNothingIsRemembered() throws {
    let records = PublicationRecords(path: folder.absolute("none/published.jsonl"), now: Self.now)
    records.add("logo.png", url: Self.url, digest: Self.digest, verification: .get)
    records.save()
    #expect(try folder.names() == [])
  }
}

@Suite(.timeLimit(.minutes(10))) struct RecordedFilesTests {
  let folder = TemporaryFolder()
  private let address: PublicURLs
  private let bytes = PublishedBytes(seed: 1, count: 10)

  init() throws { address = .folder(try TestDestination.base()) }

  private func remembering(
    _ destination: ScriptedDestination, _ verification: URLVerification = .get
  ) -> (CircuitBreaker, PublicationRecords) {
    let records = PublicationRecords(path: folder.absolute("published.jsonl"))
    let recorded = RecordedFiles(records, at: address, verification)
    return (CircuitBreaker(destination, name: "cdn", recorded: recorded), records)
  }

  @Test func whatIsProvenIsNotAskedFor() async throws {
    let destination = ScriptedDestination()
    let (first, records) = remembering(destination)
    let asset = try await first.publish(bytes, slug: "logo")
    #expect(asset.wasWritten)
    let again = PublishedAsset(name: asset.name, url: asset.url, wasWritten: false)
    #expect(try await first.publish(bytes, slug: "logo") == again)
    records.save()
    #expect(try await remembering(destination, .off).0.publish(bytes, slug: "logo") == again)
    #expect(destination.asked == ["logo"])
    _ = try await first.publish(PublishedBytes(seed: 2, count: 10), slug: "logo")
    #expect(destination.asked == ["logo", "logo"])
  }

  @Test func whatFailedIsNotRemembered() async throws {
    let destination = ScriptedDestination { _ in .conflict(name: "a") }
    let (remembering, _) = remembering(destination)
    for _ in 0..<2 {
      await #expect(throws: PublishError.conflict(name: "a")) { try await remembering.publish(bytes, slug: "logo") }
    }
    #expect(destination.asked == ["logo", "logo"])
  }
}
