import Findings
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// The URLs of a committed set, some of them at a server that takes connections and never says a word.
@Suite(.timeLimit(.minutes(10))) struct SetVerificationTests {
  let folder = TemporaryFolder()
  private let picture = minimalJPEG(width: 64, height: 32)

  /// Writes the index of a request that names all of the URLs.
  private func writeIndex(of urls: [String]) throws {
    let digest = ContentDigest(of: picture).hex
    let assets = urls.map { url in
      """
          {"bytes":\(picture.count),"format":"jpeg","height":32,"path":"a.jpg","sha256":"\(digest)","source":"a.jpg",\
      "url":"\(url)","width":64}
      """
    }
    let named = urls.map { "\"\($0)\"" }.joined(separator: ",")
    let text = """
      {
        "assets" : [
      \(assets.joined(separator: ",\n"))
        ],
        "requests" : [
          {"assets":[\(named)],"file":"a.json","name":"a","proof":"unproven","sha256":"\(digest)"}
        ],
        "proof" : "unproven",
        "version" : 1
      }

      """
    try folder.write(text, to: "payloads/index.json")
  }

  /// - Parameter time: a server that answers has to manage on a busy machine.
  private func verify(
    within time: Duration, patience: Duration = .zero, recordFolders: [String] = []
  ) async throws -> VerificationReport {
    let path = folder.absolute("payloads")
    return try await SetVerification(
      path: path, patience: patience, longestTime: time, recordFolders: recordFolders
    ).run()
  }

  private func good(_ path: String) -> ScriptedAnswer {
    ScriptedAnswer(path, fields: [["Content-Type", "image/jpeg"]], bytes: picture)
  }

  /// An immediate fault of it does not affect URLs that are only late.
  @Test(arguments: [404, 503]) func othersAreWaitedForWhereTheFirstIsWrongAtOnce(status: Int) async throws {
    let other = minimalJPEG(width: 32, height: 64)
    let late = ["/b.jpg", "/c.jpg", "/d.jpg"]
    let server = try await TestServer(
      [ScriptedAnswer("/a.jpg", fields: [["Content-Type", "image/jpeg"]], bytes: other)]
        + late.flatMap { [ScriptedAnswer($0, status: status, times: 1), good($0)] })
    try writeIndex(of: ["/a.jpg"].map(server.url) + late.map(server.url))
    let report = try await verify(within: .seconds(60), patience: .seconds(300))
    #expect(report.assets.filter { $0.proof == .proven }.map(\.url) == late.map(server.url))
    #expect(report.diagnostics.filter { $0.severity == .error }.allSatisfy { !$0.rule.isEnvironmental })
  }

  @Test func runsForgetWhatDoesNotDeliverItsFile() async throws {
    let server = try await TestServer([good("/b.jpg")])
    let (gone, there) = (server.url("/a.jpg"), server.url("/b.jpg"))
    try writeIndex(of: [gone, there])
    try folder.createFolder("state")
    let (file, digest) = (PublicationRecords.path(in: folder.absolute("state")), ContentDigest(of: picture))
    let records = PublicationRecords(path: file)
    for (name, url) in [("a.jpg", gone), ("b.jpg", there)] {
      records.add(name, url: url, digest: digest, verification: .get)
    }
    records.save()
    _ = try await verify(within: .seconds(60), recordFolders: [folder.absolute("none"), folder.absolute("state")])
    let kept = PublicationRecords(path: file)
    #expect(!kept.prove("a.jpg", url: gone, digest: digest, verification: .get))
    #expect(kept.prove("b.jpg", url: there, digest: digest, verification: .get))
  }

  @Test func aSiteThatSaysNothingIsNotAskedForever() async throws {
    let listener = try SilentListener()
    let silent = (10..<60).map { "http://127.0.0.1:\(listener.port)/\($0).jpg" }
    let server = try await TestServer([
      ScriptedAnswer("/a.jpg", fields: [["Content-Type", "image/jpeg"]], bytes: picture)
    ])
    try writeIndex(of: silent + [server.url("/a.jpg")])
    let report = try await verify(within: .seconds(3))
    #expect(report.proof == .unproven)
    #expect(report.assets.filter { $0.proof == .proven }.map(\.url) == [server.url("/a.jpg")])
    #expect(report.assets.count { $0.proof == .unproven } == silent.count)
    #expect(
      report.diagnostics.filter { $0.severity == .error } == [
        Diagnostic(
          .machineNetwork, .init(.url, "http://127.0.0.1:\(listener.port)"),
          "it gave no answer in time for 3 published URLs in a row, so the others were not tried",
          remedy: "look whether base-url is right and its server or CDN answers, and verify again")
      ])
  }

  /// As a host whose name is wrong: one cause is one finding.
  @Test(arguments: ["http://nowhere.invalid", "http://127.0.0.1:1"]) func aSiteThatIsNotThereIsOneFinding(
    site: String
  ) async throws {
    try writeIndex(of: (0..<20).map { "\(site)/\($0).jpg" })
    let report = try await verify(within: .seconds(60))
    #expect(report.assets.count == 20 && report.assets.allSatisfy { $0.proof == .unproven })
    let errors = report.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.rule) == ["machine.network"] && errors.first?.subject == .init(.url, site), "\(errors)")
    #expect(errors.first?.message.hasPrefix("no published URL there could be loaded: ") == true, "\(errors)")
    #expect(errors.first?.remedy.contains("richpush serve") == (site == "http://127.0.0.1:1"), "\(errors)")
  }

  /// It answers each, though badly.
  @Test func aSiteThatAnswersIsAskedForAll() async throws {
    let server = try await TestServer([ScriptedAnswer]())
    let urls = (10..<40).map { server.url("/\($0).jpg") }
    try writeIndex(of: urls)
    let report = try await verify(within: .seconds(60))
    #expect(report.assets.count == 30 && report.assets.allSatisfy { $0.proof == .unproven })
    #expect(urls.allSatisfy { url in server.log.contains("GET /" + (url.split(separator: "/").last ?? "")) })
  }
}
