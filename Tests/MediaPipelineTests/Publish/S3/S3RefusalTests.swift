import Findings
import Foundation
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// What S3 refuses whatever is uploaded, what stands for its answers and is none, and the spellings of its documents.
@Suite(.timeLimit(.minutes(10))) struct S3RefusalTests {
  private static let upload: ObjectUpload = {
    let bytes = PublishedBytes(seed: 1)
    return ObjectUpload(key: "a.jpg", bytes: bytes.bytes, digest: bytes.digest, contentType: "image/jpeg")
  }()

  private func error(
    _ fault: ServerFault, traits: ObjectTraits = .init(),
    _ ask: (S3Store) async throws(ObjectStoreError) -> Void = { store throws(ObjectStoreError) in
      _ = try await store.create(upload)
    }
  ) async throws -> ObjectStoreError? {
    let server = try await StoreServer(.s3)
    try server.set(fault)
    let store = try S3Store.test(server, traits: traits)
    do throws(ObjectStoreError) { try await ask(store) } catch { return error }
    return nil
  }

  private func put(_ status: Int, _ body: String, _ fields: [[String]] = []) -> ServerFault {
    ServerFault(.status, "PUT", status: status, fields: fields, body: body, isLasting: true)
  }

  private static func document(_ code: String, _ message: String = "words") -> String {
    "<Error><Code>\(code)</Code><Message>\(message)</Message></Error>"
  }

  /// New buckets of Amazon's know no lists of who may read.
  @Test(arguments: [
    ("AccessControlListNotSupported", "The bucket does not allow ACLs", "leave out `acl` in"),
    ("InvalidStorageClass", "The storage class you specified is not valid", "leave out `storage-class` in"),
    ("InvalidTag", "The TagValue is invalid", "leave out `tags` in"),
    ("KMS.DisabledException", "It is disabled", "leave out `server-side-encryption`, `kms-key` in"),
    ("KMS.NotFoundException", "Invalid keyId", "leave out `server-side-encryption`, `kms-key` in"),
    ("InvalidRequest", "Odd", "`acl`, `server-side-encryption`, `kms-key`, `storage-class`, `tags` of pipeline.yml"),
  ])
  func whatUploadsAskForIsNamed(code: String, message: String, remedy: String) async throws {
    var traits = ObjectTraits()
    (traits.acl, traits.storageClass, traits.encryption) = ("public-read", "GLACIER_IR", "aws:kms")
    (traits.encryptionKey, traits.tags) = ("alias/a", [ObjectTag(name: "a", value: "b")])
    let error = try #require(try await error(put(400, Self.document(code, message)), traits: traits))
    #expect(error.reason == .refusing && error.isAboutStore && !error.isTransient)
    let diagnostic = PublishError.store(error).diagnostics(for: "a.png")[0]
    #expect(diagnostic.rule == "destination.rejected" && diagnostic.message.hasSuffix("\(code): \(message)"))
    #expect(diagnostic.remedy.contains(remedy), "\(diagnostic.remedy)")
  }

  @Test func nothingIsNamedThatNobodyAskedFor() async throws {
    let error = try #require(try await error(put(400, Self.document("InvalidTag"))))
    #expect(PublishError.store(error).diagnostics(for: "a")[0].remedy == "change what its words say")
  }

  @Test(
    arguments: [
      (400, document("EntityTooLarge"), .rejected), (400, document("KeyTooLongError"), .rejected),
      (400, document("XMinioInvalidObjectName"), .rejected), (413, "<html>nginx", .rejected),
      (507, document("XMinioStorageFull"), .busy), (507, "", .busy), (520, "<html>", .busy),
      (403, document("QuotaExceeded"), .unusable), (400, document("XMinioAdminBucketQuotaExceeded"), .unusable),
      (302, "", .unusable), (405, "", .unusable), (411, "", .unusable), (417, "", .unusable), (511, "", .unusable),
      (409, document("InvalidBucketState"), .refusing), (409, document("OperationAborted"), .busy),
    ] as [(Int, String, ObjectStoreError.Reason)])
  func whatIsOfOneObjectIsToldFromWhatIsOfAll(
    status: Int, body: String, reason: ObjectStoreError.Reason
  ) async throws {
    let error = try #require(try await error(put(status, body)))
    #expect(error.reason == reason)
    #expect(error.isTransient == (reason == .busy) && error.isAboutStore == [.unusable, .refusing].contains(reason))
  }

  /// The store knows it, though nobody sends it.
  @Test func theKeyThatSignsIsNotTold() async throws {
    let server = try await StoreServer(.s3)
    let key = try #require(server.keys["owner"])[1]
    try server.set(put(400, Self.document("Odd", "expected \(key)")))
    let error = await #expect(throws: ObjectStoreError.self) {
      _ = try await S3Store.test(server).create(Self.upload)
    }
    #expect(error?.detail == "Odd: expected <secret>")
  }

  @Test func aQuotaIsTheAccounts() async throws {
    let error = try #require(try await error(put(403, Self.document("QuotaExceeded", ""))))
    #expect(error.remedy?.contains("bills or a quota") == true)
  }

  /// A login that the way to the store leads through, and an error under the status of a success.
  @Test(
    arguments: [
      (200, [], "<html>login</html>", .unusable), (200, [["ETag", "\"a\""]], "<!DOCTYPE html>", .unusable),
      (201, [], "done", .unusable), (200, [], document("Odd"), .unusable), (200, [], document("InternalError"), .busy),
      (200, [["Content-Type", "text/html"]], "", nil), (200, [["ETag", "\"a\""]], "<PutObjectResult/>", nil),
      (200, [], " \r\n", nil),
    ] as [(Int, [[String]], String, ObjectStoreError.Reason?)])
  func whatSaysOtherThanThatItIsThereIsNoSuccess(
    status: Int, fields: [[String]], body: String, reason: ObjectStoreError.Reason?
  ) async throws {
    let created = try await error(put(status, body, fields))
    #expect(created?.reason == reason && (reason != .unusable || created?.remedy?.contains("no such store") == true))
    let replaced = try await error(put(status, body, fields)) { store throws(ObjectStoreError) in
      try await store.replace(Self.upload)
    }
    #expect(replaced?.reason == reason)
  }

  @Test(arguments: ["HEAD", "GET"]) func aPageIsNoObject(method: String) async throws {
    func fault(_ more: [[String]]) -> ServerFault {
      ServerFault(
        .status, method, status: 200, fields: [["Content-Type", "text/html; charset=utf-8"]] + more, body: "<html>")
    }
    func ask(_ store: S3Store) async throws(ObjectStoreError) {
      if method == "HEAD" {
        _ = try await store.find("a.jpg")
      } else {
        _ = try await store.load("a.jpg", limit: 100, within: .seconds(60))
      }
    }
    #expect(try await error(fault([]), ask)?.reason == .unusable)
    // Somebody's page that lies in a bucket is one.
    #expect(try await error(fault([["x-amz-request-id", "1"]]), ask) == nil)
  }

  /// What other servers make of the document: prefixes, attributes, line breaks, a byte order mark, two bytes for each character.
  @Test(
    arguments: [
      "<s:Error xmlns:s=\"x\"><s:Code>ExpiredToken</s:Code><s:Message>a &amp; b</s:Message></s:Error>",
      "<Error><Code lang=\"en\">ExpiredToken</Code\n><Message><![CDATA[a & b]]></Message></Error>",
      "\u{FEFF}<Error>\n <Code>\n ExpiredToken </Code>\r\n<Message>\ta &amp; b\n</Message></Error>",
      "<Error><Code/><Code>ExpiredToken</Code><Message>a &amp; b</Message></Error>",
    ], [false, true])
  func documentsAreReadInAnySpelling(text: String, isWide: Bool) async throws {
    let body = isWide ? text.unicodeScalars.filter(\.isASCII).map { "\u{0}\($0)" }.joined() : text
    let error = try #require(try await error(put(403, body)))
    #expect(error.reason == .credentials && error.detail == "ExpiredToken: a & b", "\(error.detail)")
  }

  @Test(arguments: [
    "<Code>ExpiredToken", "<Code>ExpiredToken</Cod>", "<Code><b>ExpiredToken</b></Code>", "<Code <Code>", "&lt;Code>",
    "<Code><![CDATA[ExpiredToken</Code>", "<", "<Code", "</Code>", String(repeating: "<Code>", count: 9_000),
  ])
  func whatIsNoDocumentSaysNothing(text: String) async throws {
    let error = try #require(try await error(put(400, text)))
    #expect(error.reason == .refusing && error.detail == "status 400")
  }
}
