import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct DiskFullTests {
  @Test(.enabled("only root may mount a small file system") { await SmallDisk.isPossible })
  func formerRequestsStayAndNoPartialFileIsPublished() async throws {
    let workspace = try Workspace(logos: "a.png")
    try await workspace.richpush("run", "campaign", "--output", "large").ended(0)
    let requests = try workspace.folder.states(of: "payloads")
    #expect(requests.count == 2)

    try workspace.addLogos("b.png", "c.png")
    try workspace.folder.createFolder("small")
    let (output, published) = try await SmallDisk.mounted(at: workspace.folder.absolute("small")) {
      let output = try await workspace.richpush("run", "campaign", "--output", "small", "--jobs", "1")
      return (output, try workspace.folder.contents(of: "small"))
    }
    #expect(output.status == 3, "\(output.stdout)\(output.stderr)")
    #expect((output.stdout + output.stderr).contains("machine.disk-full"))
    #expect(try workspace.folder.states(of: "payloads") == requests)
    #expect(
      try workspace.folder.names() == [".richpush-cache", "campaign", "large", "payloads", "pipeline.yml", "small"])
    let logo = try workspace.folder.bytes(of: "campaign/a.png")
    #expect(published.keys.allSatisfy { !$0.hasPrefix(".") })
    #expect(published.values.allSatisfy { $0 == logo })

    // With space again the same run gets to its end.
    try await workspace.richpush("run", "campaign", "--output", "small").ended(0)
    #expect(try workspace.folder.names(in: "payloads") == ["a.json", "b.json", "c.json", "index.json"])
  }

  /// No room for a worker's input, long before anything is published.
  @Test(.enabled("only root may mount a small file system") { await SmallDisk.isPossible })
  func whatIsFullIsNamedBeforeAndAfter() async throws {
    let workspace = try Workspace()
    try workspace.folder.write(try workspace.photo(), to: "campaign/photo.jpg")
    try workspace.folder.createFolder("public")
    let place = workspace.folder.absolute("public")
    let (doctor, run) = try await SmallDisk.mounted(at: place, kilobytes: 60) {
      (try await workspace.richpush("doctor"), try await workspace.richpush("run", "campaign", "--no-cache"))
    }
    #expect(doctor.stdout.contains("warning  output"), "\(doctor.stdout)")
    #expect(doctor.stdout.contains("kB are free"), "\(doctor.stdout)")
    let told = run.stdout + run.stderr
    #expect(run.status == 3, "\(told)")
    #expect(told.contains("machine.disk-full"), "\(told)")
    #expect(told.contains("on the file system at \(place)"), "\(told)")
    #expect(!told.contains("machine.failed"), "\(told)")
  }
}

/// A file system of 200 kB, which two logos fill, or of another size.
private enum SmallDisk {
  static var isPossible: Bool {
    get async {
      let folder = TemporaryFolder()
      return (try? await mounted(at: folder.path) { true }) ?? false
    }
  }

  static func mounted<Result>(
    at path: String, kilobytes: Int = 200, _ body: () async throws -> Result
  ) async throws -> Result {
    let status = try await Program("mount").run(["-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", path]).status
    guard status == 0 else { throw MountError(status: status) }
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    _ = try await Program("umount").run([path])
    return try result.get()
  }

  struct MountError: Error { let status: Int32 }
}
