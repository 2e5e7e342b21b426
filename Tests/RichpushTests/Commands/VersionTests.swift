import TestSupport
import Testing

/// What `version` says of the parts of the program and of the machine.
@Suite(.timeLimit(.minutes(5))) struct VersionTests {
  private func run(_ arguments: String...) async throws -> ProgramOutput {
    try await RichpushBinary.run(["version"] + arguments, workingDirectory: packageRoot)
  }

  @Test func programsHaveTheirVersionsBesideTheirBuilds() async throws {
    let versions = try JSON(try await run("--json").stdout)
    for name in ["ffmpeg", "ffprobe"] {
      let version = try #require(versions["programs"][name].string, "\(versions)")
      let build = try #require(versions["components"][name].string, "\(versions)")
      #expect(version.contains(".") && version != build)
      #expect(try await run().stdout.contains("  \(name) \(version) (build \(build))\n"))
    }
  }

  @Test func bothNumbersOfTheRendererAreNamed() async throws {
    let versions = try JSON(try await run("--json").stdout)
    let numbers = ["stills", "movies"].map { versions["encoders"][$0].string ?? "none" }
    #expect(versions["components"]["renderer"].string == numbers.joined(separator: "."))
    #expect(try await run().stdout.contains("JPEG encoder \(numbers[0]), movies \(numbers[1])"))
  }

  @Test func allThatIsReadIsListed() async throws {
    let formats = try JSON(try await run("--json").stdout)["loaders"].elements.compactMap(\.string)
    #expect(["jpeg", "png", "gif", "webp", "heif", "svg"].allSatisfy(formats.contains))
    #expect(try await run().stdout.contains("  reads \(formats.joined(separator: ", "))\n"))
  }
}
