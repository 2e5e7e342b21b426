import Findings
import TestSupport
import Testing

/// Verdicts on live URLs: yes, no, or the facts that decide.
extension CheckTests {
  private func server(_ fields: HeaderFields) async throws -> TestServer {
    try await TestServer([ServerAnswer.photo(with: fields)])
  }

  private func verdicts(_ output: ProgramOutput) throws -> [JSON] {
    let report = try JSON(output.stdout)
    #expect(report["version"] == 2)
    return report["subjects"].elements.flatMap { $0["verdicts"].elements }
  }

  @Test func theSiteSettlesWhatDependsOnIt() async throws {
    let server = try await server(["Cross-Origin-Resource-Policy": "same-origin"])
    let arguments = [
      "check", server.url("/photo.jpg"), "--allow-private", "--ca-file",
      try await TestAuthority.shared().certificateFile,
    ]
    func run(_ more: String...) async throws -> ProgramOutput {
      try await RichpushBinary.run(arguments + more, workingDirectory: folder.path)
    }
    let doubt = try await run("--format", "json").ended(0)
    #expect(try verdicts(doubt).map { $0["shows"] } == ["yes", "yes", "depends"])
    let web = try #require(try verdicts(doubt).last)
    #expect(web["because"] == ["http.resource-policy"])
    #expect(web["why"].elements.count == 1 && web["settledBy"].elements.count == 1)

    let foreign = try await run("--format", "json", "--site", "https://shop.example.com").ended(1)
    #expect(try verdicts(foreign).map { $0["shows"] } == ["yes", "yes", "no"])

    let text = try await run()
    #expect(text.stdout.contains("shows on iOS, Android; depends on web because http.resource-policy\n"))
    #expect(
      text.stdout.contains("  what settles it on web: the site whose service worker shows it: name it with --site\n"))

    try folder.write("defaults: {link: \"https://shop.example.com/new\"}\n", to: "pipeline.yml")
    #expect(try verdicts(await run("--format", "json")).map { $0["shows"] } == ["yes", "yes", "no"])
    try folder.remove("pipeline.yml")
  }
}
