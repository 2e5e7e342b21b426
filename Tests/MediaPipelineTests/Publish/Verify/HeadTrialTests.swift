import Findings
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// A server's facts about an object, without its bytes.
@Suite(.timeLimit(.minutes(10))) struct HeadTrialTests {
  private let rendition = PublishedBytes(minimalJPEG(width: 64, height: 32))
  /// The MD5 digest of those bytes, by the system's own program.
  private static let tag = Task { try await md5(minimalJPEG(width: 64, height: 32)) }

  private static func md5(_ bytes: [UInt8]) async throws -> String {
    let folder = try TemporaryFolder()
    try folder.write(bytes, to: "bytes")
    let output = try await Program("openssl").run(["md5", "-r", folder.absolute("bytes")])
    return String(output.stdout.prefix(32))
  }

  private func faults(_ fields: [[String]], length: Int? = nil) async throws -> [String] {
    let answer = ScriptedAnswer("/a.jpg", fields: fields, bytes: rendition.bytes, length: length)
    let server = try await TestServer([answer])
    let asset = PublishedAsset(name: "a.jpg", url: server.url("/a.jpg"), wasWritten: true)
    let verifier = try #require(URLVerifier(.head, patience: .zero))
    do throws(PublishError) { try await verifier.verify(asset, rendition) } catch {
      let problems: [Diagnostic]
      switch error {
      case .unverified(let found, hasWaited: false), .hindered(let found): problems = found
      default: throw error
      }
      return problems.map { String($0.message.prefix { $0 != ";" }) }
    }
    #expect(server.log == ["connection", "HEAD /a.jpg"])
    return []
  }

  @Test(arguments: [
    [["Content-Type", "image/jpeg"]], [["Content-Type", "Image/JPEG; charset=binary"]],
    [["Content-Type", "image/jpeg"], ["ETag", "\"0123-abc\""]],
    [["Content-Type", "image/jpeg"], ["ETag", "W/\"00000000000000000000000000000000\""]],
    [
      ["Content-Type", "image/jpeg"], ["ETag", "\"00000000000000000000000000000000\""],
      ["x-amz-server-side-encryption", "aws:kms"],
    ],
  ])
  func contentIsRightAsFarAsItIsTold(fields: [[String]]) async throws { #expect(try await faults(fields) == []) }

  /// The client did not offer to unpack, and bytes of this length are not packed.
  @Test(arguments: [("gzip", ["its Content-Encoding is gzip, and the bytes are not packed"]), ("identity", [])])
  func whatIsSaidToBePackedIsAFault(coding: String, expected: [String]) async throws {
    #expect(try await faults([["Content-Type", "image/jpeg"], ["Content-Encoding", coding]]) == expected)
  }

  @Test func theEntityTagIsTheDigest() async throws {
    let tag = try await Self.tag.value
    #expect(try await faults([["Content-Type", "image/jpeg"], ["ETag", "\"\(tag)\""]]) == [])
    #expect(try await faults([["Content-Type", "image/jpeg"], ["ETag", "\"\(tag.uppercased())\""]]) == [])
    let other = "\"" + String(tag.reversed()) + "\""
    #expect(
      try await faults([["Content-Type", "image/jpeg"], ["ETag", other]]) == [
        "its entity tag is that of other bytes"
      ])
  }

  @Test func everythingThatIsWrongIsTold() async throws {
    let count = rendition.bytes.count
    #expect(try await faults([], length: 5) == ["its Content-Length is 5, and the file has \(count) bytes"])
    let type = try await faults([["Content-Type", "image/png"]])
    #expect(type.count == 1 && type[0].hasPrefix("Content-Type is `image/png` and the bytes are JPEG"), "\(type)")
  }

  /// `head` trusts the header of files that `get` proves, and also refuses headers that `get` refuses.
  @Test(arguments: [
    (200, ["Content-Type", "application/octet-stream"], true), (200, ["X-Nothing", "a"], true),
    (206, ["Content-Type", "image/jpeg"], true), (200, ["Content-Type", "text/html"], false),
    (200, ["Content-Type", "image/png"], false),
  ])
  func bothTrialsJudgeAHeaderAlike(status: Int, field: [String], isRight: Bool) async throws {
    let server = try await TestServer([
      ScriptedAnswer("/a.jpg", status: status, fields: [field], bytes: rendition.bytes)
    ])
    let asset = PublishedAsset(name: "a.jpg", url: server.url("/a.jpg"), wasWritten: true)
    for verification in [URLVerification.get, .head] {
      let verifier = try #require(URLVerifier(verification, patience: .zero))
      var isTaken = true
      do throws(PublishError) { try await verifier.verify(asset, rendition) } catch { isTaken = false }
      #expect(isTaken == isRight, "\(verification)")
    }
  }
}
