import Foundation
import MediaFacts
import TestSupport
import Testing

/// `richpush publish`, of what a run rendered, to a bucket.
@Suite(.timeLimit(.minutes(10))) struct PublishTests {
  private static let names = ["a", "b", "c"].map { "\($0).\(Picture.logoDigest).png" }

  /// With three pictures in its folder `public`.
  private func workspace(_ kind: StoreServer.Kind = .s3, more: String = "verify: off") async throws -> BucketWorkspace {
    let bucket = try await BucketWorkspace(kind, more: more, bucketFirst: false, logos: "a.png", "b.png", "c.png")
    try await bucket.richpush("run", "campaign", "--report", "report.json").ended(0)
    #expect(bucket.requests() == [])
    return bucket
  }

  private func expectPublished(_ output: ProgramOutput, _ bucket: BucketWorkspace, written: Bool) throws {
    #expect(output.status == 0, "\(output.stdout)\(output.stderr)")
    let byteCount = try bucket.folder.bytes(of: "public/" + Self.names[0]).count
    let report = try JSON(output.stdout)
    #expect(report.keys == ["version", "destination", "assets", "diagnostics"])
    #expect(report["version"] == 1 && report["destination"] == "store")
    let digest = report["assets"].elements.first?["digest"].string ?? ""
    #expect(digest.hasPrefix(Picture.logoDigest) && digest.count == 64)
    #expect(
      report["assets"].elements
        == Self.names.map { name in
          [
            "name": .string(name), "url": .string(bucket.address + name),
            "bytes": .number(Double(byteCount)), "digest": .string(digest), "written": .bool(written),
          ]
        })
  }

  @Test func aFolderIsPublishedOnce() async throws {
    let bucket = try await workspace()
    let arguments = ["publish", "public", "--to", "store", "--format", "json"]
    func publish() async throws -> ProgramOutput { try await bucket.richpush(arguments) }
    let first = try await publish()
    try expectPublished(first, bucket, written: true)
    // Nothing was loaded.
    let notes = try JSON(first.stdout)["diagnostics"].elements
    #expect(notes.map { $0["rule"] } == ["destination.unproven"] && notes.map { $0["severity"] } == ["note"])
    #expect(bucket.requests().sorted() == Self.names.flatMap { ["HEAD \($0)", "PUT \($0)"] }.sorted())

    // Nothing is asked for what is known to be there.
    try expectPublished(try await publish(), bucket, written: false)
    #expect(bucket.requests(since: 6) == [])

    // Where that is forgotten, one question each.
    try bucket.folder.remove(".richpush-state")
    try expectPublished(try await publish(), bucket, written: false)
    #expect(bucket.requests(since: 6).sorted() == Self.names.map { "HEAD \($0)" })
  }

  @Test func aReportNamesWhatIsPublished() async throws {
    let bucket = try await workspace()
    try bucket.folder.copy(Picture.logoPath, to: "public/other.\(Picture.logoDigest).png")
    let output = try await bucket.richpush("publish", "report.json", "--to", "store", "--format", "json")
    try expectPublished(output, bucket, written: true)
  }

  /// Files published to a bucket are not in any folder.
  @Test func whatABucketGotIsPublishedByARun() async throws {
    let bucket = try await BucketWorkspace(logos: "a.png")
    try await bucket.richpush("run", "campaign", "--report", "report.json").ended(0)
    let lost = try await bucket.richpush("publish", "report.json", "--to", "web").ended(1)
    #expect(lost.stdout.contains("it is not in `\(bucket.folder.path)/public`"), "\(lost.stdout)")
    #expect(lost.stdout.contains("remedy: name the folder that holds it with --from"))
  }

  @Test func itsFilesMayHaveBeenMoved() async throws {
    let bucket = try await workspace()
    for name in Self.names { try bucket.folder.copy(bucket.folder.absolute("public/" + name), to: "moved/" + name) }
    try bucket.folder.remove("public/" + Self.names[0])
    try bucket.folder.remove(".richpush-cache")
    let missing = try await bucket.richpush("publish", "report.json", "--to", "store").ended(1)
    #expect(missing.stdout.contains("error \(Self.names[0])  "), "\(missing.stdout)")
    let output = try await bucket.richpush("publish", "report.json", "--to", "store", "--from", "moved").ended(0)
    #expect(output.stdout.hasSuffix("3 files published to store, 1 new\n"))
  }

  /// Publishes to a host that only a proxy knows the way to.
  private func publish(
    _ bucket: BucketWorkspace, to host: String, by variables: [String: String], _ more: String...,
    isVirtual: Bool = true
  ) async throws -> ProgramOutput {
    let text = try bucket.folder.text(of: "pipeline.yml")
      .replacing("endpoint: \"\(bucket.server.url)\"", with: "endpoint: \"http://\(host)\"")
    try bucket.folder.write(
      isVirtual ? text.replacing("path-style: true", with: "path-style: false") : text, to: "pipeline.yml")
    return try await bucket.workspace.richpush(
      ["publish", "public", "--to", "store"] + more, environment: bucket.environment().merging(variables) { $1 })
  }

  @Test func aProxyMayBeBetween() async throws {
    let bucket = try await workspace()
    let variables = ["http_proxy": bucket.server.url, "no_proxy": "example.com"]
    try await publish(bucket, to: "store.internal", by: variables).ended(0)
    #expect(bucket.server.log.contains("proxy push-assets.store.internal"))
    #expect(bucket.server.methods.filter { $0 == "PUT" }.count == 3)
  }

  /// No proxy at all, by the name of every host.
  @Test(arguments: [["no_proxy": "*"], ["NO_PROXY": " * "]])
  func noProxyIsAskedForAnyHost(variables: [String: String]) async throws {
    let bucket = try await workspace()
    let all = variables.merging(["http_proxy": bucket.server.url]) { $1 }
    try await publish(bucket, to: "direct.internal", by: all, "--retries", "0").ended(3)
    #expect(!bucket.server.log.contains("proxy push-assets.direct.internal"))
  }

  /// The pictures have nothing to do with it, and trying again does not help.
  @Test(arguments: [
    ["http_proxy": "http://[bad"], ["http_proxy": "http://proxy.invalid:3128"],
    ["all_proxy": "http://127.0.0.1:99999999"],
  ])
  func whatIsNoProxyIsTheMachines(variables: [String: String]) async throws {
    let output = try await publish(try await workspace(), to: "store.internal", by: variables, isVirtual: false)
    #expect(output.status == 3, "\(output.stdout)\(output.stderr)")
    #expect(output.stdout.contains("the proxy on the way to") && output.stdout.contains("unset https_proxy"))
    #expect(!output.stdout.contains("(tried"), "\(output.stdout)")
  }

  /// Told once and as the proxy's, by its variable and without what is secret in it.
  @Test(arguments: [
    (407, "the one that http_proxy names answers 407: the proxy asks for a user and a password"),
    (0, "the one that http_proxy names: "),
  ])
  func whatAProxyRefusesIsTheProxys(status: Int, words: String) async throws {
    let bucket = try await workspace()
    if status != 0 { try bucket.server.set(ServerFault(.status, "", status: status, isLasting: true)) }
    let place = status == 0 ? "127.0.0.1:1" : String(bucket.server.url.dropFirst("http://".count))
    let output = try await publish(
      bucket, to: "store.internal", by: ["http_proxy": "http://usr:sentinel@\(place)"], isVirtual: false
    ).ended(3)
    #expect(output.stdout.components(separatedBy: words).count == 2, "\(output.stdout)")
    #expect(!(output.stdout + output.stderr).contains("sentinel") && !output.stdout.contains(" 12 times"))
  }

  @Test func everythingIsTriedWhereNothingElseIsSaid() async throws {
    let bucket = try await workspace(more: "")
    let output = try await bucket.richpush("publish", "public", "--to", "store", "--format", "json")
    try expectPublished(output, bucket, written: true)
    #expect(try JSON(output.stdout)["diagnostics"] == [])
    #expect(bucket.requests().sorted() == Self.names.flatMap { ["HEAD \($0)", "PUT \($0)", "GET \($0)"] }.sorted())
    _ = try await bucket.richpush("publish", "public", "--to", "store")
    #expect(bucket.requests().count == 9)
    #expect(try bucket.folder.names(in: "tmp") == [])
  }

  /// As `run` does, for any store: an empty screen looks like a program that hangs.
  @Test func whatIsWaitedForIsTold() async throws {
    let bucket = try await workspace()
    try bucket.server.set(ServerFault(.status, "PUT", status: 503, isLasting: true))
    let output = try await bucket.richpush("publish", "public", "--to", "store", "--retries", "2").ended(3)
    let told = output.stderr.split(separator: "\n").filter { $0.hasPrefix("attempt 1 of 3 failed, again ") }
    #expect(!told.isEmpty && told.allSatisfy { $0.contains(": s3://push-assets at ") }, "\(output.stderr)")
  }

  /// Each file is sent once; Cloud Storage's emulator gets no token.
  @Test(arguments: [(StoreServer.Kind.gcs, ""), (.azure, "owner"), (.azure, "publisher")])
  func otherStoresToo(kind: StoreServer.Kind, user: String) async throws {
    let bucket = try await workspace(kind, more: kind == .gcs ? "" : "cache-control: max-age=60")
    let environment = try await bucket.storeEnvironment(of: user)
    for written in [true, false] {
      let output = try await bucket.workspace.richpush(
        ["publish", "public", "--to", "store", "--format", "json"], environment: environment)
      try expectPublished(output, bucket, written: written)
    }
    #expect(bucket.server.methods.filter { $0 == (kind == .gcs ? "POST" : "PUT") }.count == Self.names.count)
  }

  @Test func anotherFolderIsADestinationToo() async throws {
    let bucket = try await workspace()
    try bucket.folder.write(
      "publish: [{to: directory, path: copy/of, base-url: \"https://other.example.com/\"}]", to: "other.yml")
    try await bucket.richpush("publish", "public", "--config", "other.yml").ended(0)
    #expect(try bucket.folder.contents(of: "copy/of") == bucket.folder.contents(of: "public"))
  }

  @Test(arguments: [
    (["publish", "none", "--to", "store"], "error none  argument.missing\n  there is nothing at this path\n"),
    (["publish", "pipeline.yml", "--to", "store"], "no run report"), (["publish", "--to", "store"], "<report|folder>"),
    (
      ["publish", "campaign", "--to", "store"],
      "error campaign  argument.empty\n  it has no file that richpush rendered"
    ),
    (
      ["publish", "campaign", "--to", "store", "--from", "none"],
      "error --from  configuration.value\n  there is no folder"
    ),
    (["publish", "campaign", "--retries", "many"], "give a number from 0 to 100"),
    (["publish", "campaign", "--timeout", "x"], "give a number of seconds from 1 to 86400"),
  ])
  func wrongUsageSaysWhatIsWrong(arguments: [String], words: String) async throws {
    let bucket = try await BucketWorkspace()
    let output = try await bucket.richpush(arguments).ended(2)
    output.expectRefusal()
    #expect(output.stderr.contains(words), "\(output.stderr)")
    #expect(bucket.requests() == [])
  }
}
