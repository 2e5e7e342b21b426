import Findings
import Foundation
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Refusals of each kind of store, other answers in their place, and the messages about them.
@Suite(.serialized, .timeLimit(.minutes(10))) struct StoreRefusalTests {
  typealias Kind = StoreServer.Kind
  typealias Reason = ObjectStoreError.Reason

  private static let upload = ObjectUpload("a.jpg")

  private let folder = TemporaryFolder()

  private func store(
    _ kind: Kind, _ server: StoreServer, bucket: String = "push-assets"
  ) async throws -> ObjectStoreClient {
    try await .of(kind, server, folder, bucket: bucket, isPublic: true)
  }

  /// An answer to each upload.
  private func answer(_ kind: Kind, _ status: Int, _ body: String, _ fields: [[String]] = []) -> ServerFault {
    kind == .gcs
      ? ServerFault(.status, "POST", path: "/upload/", status: status, fields: fields, body: body, isLasting: true)
      : ServerFault(.status, "PUT", status: status, fields: fields, body: body, isLasting: true)
  }

  /// One of each kind serves all rows, one after the other.
  private static let servers = Dictionary(
    uniqueKeysWithValues: Kind.allCases.map { kind in (kind, Task { try await StoreServer(kind) }) })

  /// The error of an upload.
  private func error(_ kind: Kind, _ fault: ServerFault, replacing: Bool = false) async throws -> ObjectStoreError? {
    let server = try await Self.servers[kind]!.value
    try server.set(fault)
    let store = try await store(kind, server)
    do throws(ObjectStoreError) {
      if replacing {
        try await store.replace(Self.upload)
      } else if case .alreadyThere(let said) = try await store.create(Self.upload) {
        return said
      }
    } catch {
      return error
    }
    return nil
  }

  /// A store's own document; empty without a code.
  private static func document(_ kind: Kind, _ code: String, _ message: String) -> String {
    if code.isEmpty { return "" }
    return kind == .gcs
      ? #"{"error": {"message": "\#(message)", "errors": [{"reason": "\#(code)"}]}}"#
      : "\u{FEFF}<?xml version=\"1.0\"?><Error><Code>\(code)</Code><Message>\(message)</Message></Error>"
  }

  /// Answers of Amazon's, MinIO's and Ceph's, of Google's and of Azure's, shortened.
  @Test(
    arguments: [
      (.s3, 400, "ExpiredToken", .credentials, "destination.credentials"),
      (.s3, 400, "EntityTooLarge", .rejected, "destination.rejected"),
      (.s3, 400, "KeyTooLongError", .rejected, "destination.rejected"),
      (.s3, 400, "XMinioInvalidObjectName", .rejected, "destination.rejected"),
      (.s3, 507, "XMinioStorageFull", .busy, "machine.store-busy"),
      (.s3, 403, "QuotaExceeded", .unusable, "destination.rejected"),
      (.s3, 400, "XMinioAdminBucketQuotaExceeded", .unusable, "destination.rejected"),
      (.s3, 409, "InvalidBucketState", .refusing, "destination.rejected"),
      (.s3, 409, "OperationAborted", .busy, "machine.store-busy"),
      (.s3, 501, "NotImplemented", .unusable, "destination.rejected"),
      (.s3, 405, "", .unusable, "destination.rejected"), (.s3, 411, "", .unusable, "destination.rejected"),
      (.s3, 417, "", .unusable, "destination.rejected"), (.s3, 511, "", .unusable, "destination.rejected"),
      (.s3, 520, "", .busy, "machine.store-busy"), (.s3, 413, "", .rejected, "destination.rejected"),
      (.s3, 302, "", .unusable, "destination.rejected"), (.s3, 507, "", .busy, "machine.store-busy"),
      (.gcs, 400, "required", .refusing, "destination.rejected"),
      (.gcs, 413, "", .rejected, "destination.rejected"), (.gcs, 302, "", .unusable, "destination.rejected"),
      (.gcs, 507, "", .busy, "machine.store-busy"), (.gcs, 412, "", .refusing, "destination.rejected"),
      (.azure, 403, "AuthorizationFailure", .forbidden, "destination.forbidden"),
      (.azure, 403, "KeyBasedAuthenticationNotPermitted", .forbidden, "destination.forbidden"),
      (.azure, 401, "NoAuthenticationInformation", .credentials, "destination.credentials"),
      (.azure, 404, "ContainerNotFound", .missingBucket, "destination.missing-bucket"),
      (.azure, 409, "ContainerBeingDeleted", .missingBucket, "destination.missing-bucket"),
      (.azure, 400, "Md5Mismatch", .interrupted, "machine.store-interrupted"),
      (.azure, 503, "ServerBusy", .busy, "machine.store-busy"),
      (.azure, 500, "OperationTimedOut", .busy, "machine.store-busy"),
      (.azure, 409, "FeatureNotSupportedForAccount", .refusing, "destination.rejected"),
      (.azure, 409, "AccountIsDisabled", .refusing, "destination.rejected"),
      (.azure, 409, "PublicAccessNotPermitted", .refusing, "destination.rejected"),
      (.azure, 400, "FeatureVersionMismatch", .refusing, "destination.rejected"),
      (.azure, 302, "Odd", .unusable, "destination.rejected"), (.azure, 507, "Odd", .busy, "machine.store-busy"),
      (.azure, 400, "InvalidResourceName", .rejected, "destination.rejected"),
      (.azure, 413, "RequestBodyTooLarge", .rejected, "destination.rejected"),
      (.azure, 412, "LeaseIdMissing", .rejected, "destination.rejected"),
    ] as [(Kind, Int, String, Reason, String)])
  func refusalsAreUnderstood(kind: Kind, status: Int, code: String, reason: Reason, rule: String) async throws {
    let words = kind == .azure ? "Words.\nRequestId:1" : "Words."
    let error = try #require(try await error(kind, answer(kind, status, Self.document(kind, code, words))))
    #expect(error.reason == reason && error.detail == (code.isEmpty ? "status \(status)" : "\(code): Words."))
    #expect(PublishError.store(error).diagnostics(for: "a")[0].rule.rawValue == rule)
    #expect(error.isTransient == [.busy, .interrupted].contains(reason))
    #expect(error.isAboutStore == ![.busy, .interrupted, .rejected].contains(reason))
  }

  @Test(
    arguments: [
      ([], "<Error><Code>AuthorizationHeaderMalformed</Code><Region>us-east-2</Region></Error>", "us-east-2"),
      ([["x-amz-bucket-region", "ap-south-1"]], "", "ap-south-1"), ([["x-amz-bucket-region", "<b>evil"]], "", nil),
    ] as [([[String]], String, String?)])
  func anotherRegionIsNamed(fields: [[String]], body: String, region: String?) async throws {
    let error = try #require(try await error(.s3, answer(.s3, body.isEmpty ? 301 : 400, body, fields)))
    #expect(error.reason == .wrongRegion(told: region))
    #expect(PublishError.store(error).diagnostics(for: "a")[0].rule == "destination.region")
  }

  /// Such a refusal is not about permissions.
  @Test(arguments: Kind.allCases) func aWrongClockHasItsOwnRemedy(kind: Kind) async throws {
    let fault = answer(kind, 403, Self.document(kind, "Odd", "words"), [["Date", "Sun, 06 Nov 1994 08:49:37 GMT"]])
    let error = try #require(try await error(kind, fault))
    let diagnostic = PublishError.store(error).diagnostics(for: "a.png")[0]
    #expect(diagnostic.rule == "machine.clock" && diagnostic.remedy.hasPrefix("set the clock"), "\(diagnostic)")
  }

  @Test(arguments: Kind.allCases) func aMissingBucketIsToldSo(kind: Kind) async throws {
    let server = try await StoreServer(kind)
    let store = try await store(kind, server, bucket: "no-such-bucket")
    let error = await #expect(throws: ObjectStoreError.self) { try await store.create(Self.upload) }
    #expect(error?.reason == .missingBucket && error?.store.contains("no-such-bucket") == true)
  }

  /// New buckets of Amazon's know no lists of who may read.
  @Test(
    arguments: [
      (.s3, 400, "AccessControlListNotSupported", "The bucket does not allow ACLs"),
      (.gcs, 400, "invalid", "Cannot insert legacy ACL for an object."),
      (.gcs, 412, "conditionNotMet", "The member bindings allUsers are not allowed."),
    ] as [(Kind, Int, String, String)])
  func theAccessListIsNamed(kind: Kind, status: Int, code: String, message: String) async throws {
    let fault = answer(kind, status, Self.document(kind, code, message))
    let error = try #require(try await error(kind, fault))
    #expect(error.reason == .refusing && error.isAboutStore && !error.isTransient)
    let diagnostic = PublishError.store(error).diagnostics(for: "a.png")[0]
    #expect(diagnostic.rule == "destination.rejected" && diagnostic.message.hasSuffix("\(code): \(message)"))
    #expect(diagnostic.remedy.contains("leave out `acl` or"), "\(diagnostic.remedy)")
  }

  @Test func nothingIsNamedThatNobodyAskedFor() async throws {
    let fault = answer(.s3, 400, Self.document(.s3, "InvalidTag", "words"))
    let error = try #require(try await error(.s3, fault))
    #expect(PublishError.store(error).diagnostics(for: "a")[0].remedy == "change what the store's message says")
    let quota = try await self.error(.s3, answer(.s3, 403, Self.document(.s3, "QuotaExceeded", "")))
    #expect(quota?.remedy?.contains("bills or a quota") == true)
    let name = answer(
      .gcs, 400, Self.document(.gcs, "invalid", "Object name contains characters that are not allowed."))
    #expect(try await self.error(.gcs, name)?.reason == .rejected)
  }

  /// A login that the way to the store leads through, and an error under the status of a success.
  @Test(
    arguments: [
      (.s3, 200, [], "<html>login</html>", .unusable), (.s3, 201, [], "done", .unusable),
      (.s3, 200, [["ETag", "\"a\""]], "<!DOCTYPE html>", .unusable),
      (.s3, 200, [], document(.s3, "Odd", "words"), .unusable),
      (.s3, 200, [], document(.s3, "InternalError", "words"), .busy),
      (.s3, 200, [["Content-Type", "text/html"]], "", nil), (.s3, 200, [["ETag", "\"a\""]], "<PutObjectResult/>", nil),
      (.s3, 200, [], " \r\n", nil), (.s3, 204, [], "", nil), (.gcs, 200, [], "<html>", .unusable),
      (.gcs, 200, [], "", .unusable), (.gcs, 200, [], "{}", .unusable), (.gcs, 200, [], #"{"name": "a.jpg"}"#, nil),
      (.azure, 201, [["Content-Type", "text/html"]], "<html>login</html>", .unusable), (.azure, 201, [], "", nil),
    ] as [(Kind, Int, [[String]], String, Reason?)])
  func whatSaysOtherThanThatItIsThereIsNoSuccess(
    kind: Kind, status: Int, fields: [[String]], body: String, reason: Reason?
  ) async throws {
    for replacing in [false, true] {
      let error = try await error(kind, answer(kind, status, body, fields), replacing: replacing)
      #expect(error?.reason == reason)
    }
  }

  @Test(arguments: Kind.allCases) func aPageIsNoObject(kind: Kind) async throws {
    let server = try await StoreServer(kind)
    let store = try await store(kind, server)
    // The test's token is asked for beforehand.
    _ = try await store.find(Self.upload.key)
    func answer(_ more: [[String]]) throws {
      let page = [["Content-Type", "text/html; charset=utf-8"]] + more
      try server.set(ServerFault(.status, "", status: 200, fields: page, body: "<html>", isLasting: true))
    }
    try answer([])
    let found = await #expect(throws: ObjectStoreError.self) { try await store.find(Self.upload.key) }
    let loaded = await #expect(throws: ObjectStoreError.self) {
      try await store.load(Self.upload.key, limit: 100, within: .seconds(60))
    }
    #expect(found?.reason == .unusable && loaded?.reason == .unusable)
    let told = try #require(found).diagnostic(.init(.destination, "a"))
    #expect(told.rule == "destination.rejected" && told.remedy.contains("not a store of this kind"))
    // A user's page in a bucket is an object.
    try answer([["x-amz-request-id", "1"], ["x-ms-request-id", "1"], ["x-goog-hash", "1"]])
    #expect(try await store.load(Self.upload.key, limit: 100, within: .seconds(60)) == .found(Array("<html>".utf8)))
  }

  /// The store knows it, although it is not sent.
  @Test func theKeyThatSignsIsNotTold() async throws {
    let server = try await StoreServer(.s3)
    let key = try #require(server.keys["owner"])[1]
    try server.set(answer(.s3, 400, Self.document(.s3, "Odd", "expected \(key)")))
    let store = try await store(.s3, server)
    let error = await #expect(throws: ObjectStoreError.self) { try await store.create(Self.upload) }
    #expect(error?.detail == "Odd: expected <secret>")
  }

  /// What other servers make of the document: prefixes, attributes, line breaks, a byte order mark.
  @Test(
    arguments: [
      "<s:Error xmlns:s=\"x\"><s:Code>ExpiredToken</s:Code><s:Message>a &amp; b</s:Message></s:Error>",
      "<Error><Code lang=\"en\">ExpiredToken</Code\n><Message><![CDATA[a & b]]></Message></Error>",
      "\u{FEFF}<Error>\n <Code>\n ExpiredToken </Code>\r\n<Message>\ta &amp; b\n</Message></Error>",
      "<Error><Code/><Code>ExpiredToken</Code><Message>a &amp; b</Message></Error>",
    ])
  func documentsAreReadInAnySpelling(text: String) async throws {
    let error = try #require(try await error(.s3, answer(.s3, 403, text)))
    #expect(error.reason == .credentials && error.detail == "ExpiredToken: a & b", "\(error.detail)")
  }

  @Test(arguments: [
    "<Code>ExpiredToken", "<Code>ExpiredToken</Cod>", "<Code><b>ExpiredToken</b></Code>", "<Code <Code>", "&lt;Code>",
    "<Code><![CDATA[ExpiredToken</Code>", "<", "<Code", "</Code>", String(repeating: "<Code>", count: 9_000),
  ])
  func whatIsNoDocumentSaysNothing(text: String) async throws {
    let error = try #require(try await error(.s3, answer(.s3, 400, text)))
    #expect(error.reason == .refusing && error.detail == "status 400")
  }
}
