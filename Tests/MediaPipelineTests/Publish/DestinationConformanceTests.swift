import Findings
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Properties of every kind of destination, against real stores.
@Suite(.timeLimit(.minutes(10))) struct DestinationConformanceTests {
  private func publish(_ bytes: PublishedBytes, to place: TestDestination) async throws -> PublishedAsset {
    try await place.destination.publish(bytes, slug: "logo")
  }

  private func error(_ bytes: PublishedBytes, _ place: TestDestination) async -> PublishError? {
    do { _ = try await publish(bytes, to: place) } catch { return error as? PublishError }
    return nil
  }

  private func name(_ bytes: PublishedBytes) -> String { PublishedAsset.name(slug: "logo", rendition: bytes) }

  @Test(arguments: TestDestination.Kind.allCases) func creates(_ kind: TestDestination.Kind) async throws {
    let place = try await TestDestination(kind)
    let bytes = PublishedBytes(seed: 1)
    let name = name(bytes)
    let expected = PublishedAsset(name: name, url: TestDestination.baseURL + name, wasWritten: true)
    #expect(try await publish(bytes, to: place) == expected)
    let object = try await place.object(name)
    #expect(object.byteCount == bytes.bytes.count && object.contentType == "image/jpeg")
  }

  @Test(arguments: TestDestination.Kind.allCases)
  func equalBytesAreNotUploadedAgain(_ kind: TestDestination.Kind) async throws {
    let place = try await TestDestination(kind)
    let bytes = PublishedBytes(seed: 2)
    let first = try await publish(bytes, to: place)
    let before = place.server?.methods.count ?? 0
    let files = try place.folder.states()
    let second = try await publish(bytes, to: place)
    #expect(second == PublishedAsset(name: first.name, url: first.url, wasWritten: false))
    let asked = place.server?.methods.dropFirst(before)
    #expect(asked == nil || asked == ["HEAD"] || asked == ["GET"])
    #expect(try place.folder.states() == files)
  }

  @Test(arguments: TestDestination.Kind.allCases, [40_008, 39_000])
  func otherBytesAreNeverOverwritten(_ kind: TestDestination.Kind, count: Int) async throws {
    let place = try await TestDestination(kind)
    let (bytes, others) = (PublishedBytes(seed: 3), PublishedBytes(seed: 4).bytes.prefix(count))
    try await place.plant(Array(others), named: name(bytes))
    let before = try await place.find(name(bytes))
    let shown = kind == .directory ? place.folder.absolute(name(bytes)) : name(bytes)
    #expect(await error(bytes, place) == .conflict(name: shown))
    #expect(try await place.find(name(bytes)) == before)
  }

  @Test(arguments: [true, false]) func aFolderAndAnEmptyFileAreConflicts(isFolder: Bool) async throws {
    let place = try await TestDestination(.directory)
    let bytes = PublishedBytes(seed: 3)
    if isFolder { try place.folder.createFolder(name(bytes)) } else { try place.folder.write("", to: name(bytes)) }
    #expect(await error(bytes, place) == .conflict(name: place.folder.absolute(name(bytes))))
    #expect(try place.folder.names() == [name(bytes)])
  }

  @Test func aMissingFolderIsTheMachinesFault() async throws {
    let place = try await TestDestination(.directory)
    try place.folder.remove("")
    #expect(await error(PublishedBytes(seed: 3), place)?.diagnostics(for: "a").map(\.rule) == ["machine.write-failed"])
  }

  /// Two runs at once: the store decides who was first.
  @Test(arguments: TestDestination.Kind.allCases)
  func manyAtOnceMakeOneObject(_ kind: TestDestination.Kind) async throws {
    let place = try await TestDestination(kind)
    let bytes = PublishedBytes(seed: 5)
    let assets = try await withThrowingTaskGroup(of: PublishedAsset.self) { group in
      for _ in 0..<8 { group.addTask { try await publish(bytes, to: place) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(assets.map(\.url)) == [TestDestination.baseURL + name(bytes)])
    if kind != .directory { #expect(assets.filter(\.wasWritten).count == 1) }
  }
}

/// Properties of every store behind a network.
@Suite(.timeLimit(.minutes(10))) struct StoreConformanceTests {
  static let kinds = [TestDestination.Kind.s3, .gcs, .azure]

  private func method(_ kind: TestDestination.Kind) -> String { kind == .gcs ? "POST" : "PUT" }

  /// Faults that concern uploads and no requests for tokens.
  private func fault(
    _ action: ServerFault.Action, _ kind: TestDestination.Kind, status: Int = 500, fields: [[String]] = [],
    isLasting: Bool = false
  ) -> ServerFault {
    ServerFault(action, method(kind), path: "push-assets", status: status, fields: fields, isLasting: isLasting)
  }

  private func reason(_ place: TestDestination) async -> ObjectStoreError? {
    do { _ = try await place.destination.publish(PublishedBytes(seed: 1), slug: "logo") } catch {
      if case .store(let error) = error { return error }
    }
    return nil
  }

  /// The bytes are right, and clients would take them for something else.
  @Test(arguments: kinds) func anotherTypeIsAConflict(_ kind: TestDestination.Kind) async throws {
    let place = try await TestDestination(kind)
    let bytes = PublishedBytes(seed: 1)
    try await place.plant(bytes.bytes, named: PublishedAsset.name(slug: "logo", rendition: bytes), as: "text/html")
    let error = try #require(await reason(place))
    #expect(error.reason == .unfit && error.attempts == 1)
    let diagnostic = PublishError.store(error).diagnostics(for: "a.png")[0]
    #expect(diagnostic.rule == "destination.conflict" && !diagnostic.message.contains("refused"))
    #expect(diagnostic.message.contains("text/html instead of image/jpeg"))
  }

  @Test(arguments: kinds) func parametersOfATypeAreNone(_ kind: TestDestination.Kind) async throws {
    let place = try await TestDestination(kind)
    let bytes = PublishedBytes(seed: 1)
    try await place.plant(
      bytes.bytes, named: PublishedAsset.name(slug: "logo", rendition: bytes), as: "Image/JPEG; q=1")
    #expect(await reason(place) == nil)
  }

  /// Without caching each phone loads the file from the store. That is allowed on request.
  @Test(arguments: kinds, ["no-store", "Private, max-age=60"])
  func whatNoCacheKeepsIsAConflict(_ kind: TestDestination.Kind, cacheControl: String) async throws {
    let asking = try await TestDestination(kind, cacheControl: cacheControl)
    for _ in 1...2 { #expect(await reason(asking) == nil) }
    let error = try #require(await reason(try await TestDestination(kind, sharing: asking)))
    #expect(error.reason == .unfit && error.detail.contains(cacheControl))
  }

  @Test(arguments: kinds, [nil, "public, max-age=60"])
  func isKeptByCachesAsPipelineSays(_ kind: TestDestination.Kind, cacheControl: String?) async throws {
    let place = try await TestDestination(kind, cacheControl: cacheControl)
    let bytes = PublishedBytes(seed: 1)
    let asset = try await place.destination.publish(bytes, slug: "logo")
    let object = try await place.object(asset.name)
    #expect(object.cacheControl == cacheControl ?? "public, max-age=31536000, immutable")
    #expect(object.digests.contains(.sha256(bytes.digest)))
  }

  /// Half an upload is not an object; the next attempt completes it.
  @Test(arguments: kinds, [ServerFault.Action.reset, .corrupt, .truncate, .status])
  func whatBreaksIsTriedAgain(_ kind: TestDestination.Kind, action: ServerFault.Action) async throws {
    let place = try await TestDestination(kind)
    let server = try #require(place.server)
    try server.set(fault(action, kind), fault(.status, kind, status: 503))
    let asset = try await place.destination.publish(PublishedBytes(seed: 6), slug: "logo")
    let object = try await place.object(asset.name)
    #expect(object.byteCount == PublishedBytes(seed: 6).bytes.count)
    #expect(server.log.filter { $0.hasPrefix(method(kind)) && $0.contains("push-assets") }.count == 3)
  }

  /// The store has it, and its answer never came: the precondition tells at the next attempt.
  @Test(arguments: kinds) func aLostAnswerIsNoConflict(_ kind: TestDestination.Kind) async throws {
    let place = try await TestDestination(kind)
    try place.server?.set(fault(.lost, kind))
    let asset = try await place.destination.publish(PublishedBytes(seed: 7), slug: "logo")
    _ = try await place.object(asset.name)
  }

  @Test(arguments: kinds) func whatStaysBrokenIsGivenUp(_ kind: TestDestination.Kind) async throws {
    let place = try await TestDestination(kind)
    try place.server?.set(fault(.status, kind, status: 500, isLasting: true))
    let error = await reason(place)
    #expect(error?.reason == .busy && error?.attempts == 4)
    let diagnostic = try #require(error.map { PublishError.store($0).diagnostics(for: "a.png")[0] })
    #expect(diagnostic.rule == "machine.store-busy" && diagnostic.message.contains("tried 4 times"))
  }

  @Test(arguments: kinds) func aSilentStoreIsLeft(_ kind: TestDestination.Kind) async throws {
    var settings = TestDestination.settings
    settings.stallLimit = .seconds(1)
    settings.retries.mostAttempts = 1
    let place = try await TestDestination(kind, settings: settings)
    try place.server?.set(fault(.stall, kind, isLasting: true))
    #expect(await reason(place)?.reason == .timedOut)
  }

  @Test(arguments: kinds) func aStallThatEndsIsSurvived(_ kind: TestDestination.Kind) async throws {
    var settings = TestDestination.settings
    settings.stallLimit = .seconds(2)
    let place = try await TestDestination(kind, settings: settings)
    try place.server?.set(fault(.stall, kind))
    #expect(try await place.destination.publish(PublishedBytes(seed: 8), slug: "logo").wasWritten)
  }

  @Test(arguments: kinds) func refusalsAreNotRepeated(_ kind: TestDestination.Kind) async throws {
    let place = try await TestDestination(kind)
    let server = try #require(place.server)
    try server.set(fault(.status, kind, status: 403))
    let error = await reason(place)
    #expect(error?.reason == .forbidden && error?.attempts == 1)
  }

  @Test(arguments: kinds) func cancellationEndsIt(_ kind: TestDestination.Kind) async throws {
    let place = try await TestDestination(kind)
    let server = try #require(place.server)
    try server.set(fault(.stall, kind, isLasting: true))
    let task = Task { await reason(place) }
    try await waitUntil("the upload has begun") {
      server.log.contains { $0.hasPrefix(method(kind)) && $0.contains("push-assets") }
    }
    task.cancel()
    #expect(await task.value?.reason == .cancelled)
  }
}
