import Findings
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// The URLs of a committed set, some of them at a server that takes connections and never says a word.
@Suite(.timeLimit(.minutes(10))) struct SetVerificationTests {
  let folder: TemporaryFolder
  private let picture = minimalJPEG(width: 64, height: 32)

  init() throws { folder = try TemporaryFolder() }

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
  private func verify(within time: Duration) async throws -> VerificationReport {
    let path = folder.absolute("payloads")
    return try await SetVerification(path: path, patience: .zero, longestTime: time).run()
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
    #expect(report.diagnostics.count == silent.count && report.diagnostics.allSatisfy { $0.rule == "machine.network" })
    let untold = report.diagnostics.filter { $0.message.contains("was not tried") }
    // As many as were asked at once when the silence was known, and a few that began meanwhile.
    #expect(untold.count >= 20)
    #expect(untold.allSatisfy { $0.message.contains("http://127.0.0.1:\(listener.port) gave no answer in time for 3") })
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
