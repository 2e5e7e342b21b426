import Findings
import Foundation
import Libraries
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// The handling of an existing object, by the store's facts about it.
@Suite(.timeLimit(.minutes(5))) struct BucketDestinationTests {
  private let bytes = PublishedBytes(seed: 1)
  private var name: String { PublishedAsset.name(slug: "logo", rendition: bytes) }
  private var path: String { "/storage/v1/b/push-assets/o/\(name)" }

  /// The error of publishing to a bucket of Google's that gives these answers.
  private func error(_ answers: [ScriptedAnswer]) async throws -> ObjectStoreError? {
    let server = try await TestServer(answers)
    defer { withExtendedLifetime(server) {} }
    let store = try GoogleBucket(bucket: "push-assets").client(
      CredentialChain(.anonymous), environment: ["STORAGE_EMULATOR_HOST": server.url("")],
      settings: TestDestination.settings)
    let destination = BucketDestination(store, prefix: .none, address: .folder(try TestDestination.base()))
    do throws(PublishError) { _ = try await destination.publish(bytes, slug: "logo") } catch {
      guard case .store(let error) = error else { throw error }
      return error
    }
    return nil
  }

  /// An object that the store describes.
  private func object(_ members: [String: String]) throws -> ScriptedAnswer {
    let size = ["name": name, "size": "\(bytes.bytes.count)", "contentType": "image/jpeg"]
    return ScriptedAnswer(path, bytes: Array(try JSONEncoder().encode(size.merging(members) { $1 })))
  }

  /// Such as a bucket that lets nothing be public, which Google answers with 412 as well.
  @Test func aPreconditionThatNoObjectFailsIsTheStores() async throws {
    let upload = "/upload/storage/v1/b/push-assets/o?uploadType=multipart&ifGenerationMatch=0"
    let refusal = #"{"error": {"message": "words", "errors": [{"reason": "conditionNotMet"}]}}"#
    let error = try #require(
      try await error([
        ScriptedAnswer(path, status: 404), ScriptedAnswer(upload, status: 412, bytes: Array(refusal.utf8)),
      ]))
    #expect(error.reason == .refusing && error.detail == "conditionNotMet: words" && error.isAboutStore)
  }

  /// No digest of the object is known, and something else answers when its bytes are to be loaded.
  @Test func whatAnswersInAStoresPlaceIsNoConflict() async throws {
    let page = ScriptedAnswer(path + "?alt=media", fields: [["Content-Type", "text/html"]], bytes: Array("<p>".utf8))
    #expect(try await error([object([:]), page])?.reason == .unusable)
  }

  private func fault(encoding: String?) async throws -> ObjectStoreError? {
    let md5 = Data(MD5Digest(of: bytes.bytes).bytes).base64EncodedString()
    let members = ["md5Hash": md5, "cacheControl": ObjectUpload.cacheControl]
    return try await error([object(members.merging(encoding.map { ["contentEncoding": $0] } ?? [:]) { $1 })])
  }

  /// A copy made with `gsutil cp -Z` or `--content-encoding gzip`: clients would unpack unpacked bytes.
  @Test(arguments: [("gzip", "gzip"), ("BR", "br"), ("aws-chunked, gzip", "gzip")])
  func whatIsSaidToBePackedIsAConflict(value: String, coding: String) async throws {
    let error = try #require(try await fault(encoding: value))
    #expect(error.reason == .unfit)
    let message = PublishError.store(error).diagnostics(for: "a.png").map(\.message)
    #expect(message.first?.contains("is served with Content-Encoding \(coding), and its bytes are not packed") == true)
  }

  /// Of an upload in pieces some stores keep the name of that.
  @Test(arguments: [nil, "identity", "", "aws-chunked"]) func whatNobodyUnpacksStays(value: String?) async throws {
    #expect(try await fault(encoding: value) == nil)
  }
}
