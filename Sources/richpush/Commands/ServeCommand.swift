import ArgumentParser
import Findings
import MediaPipeline
import PushDelivery

/// A web server for trying published files.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration("serve")

  @Argument(help: .text("serve.folder"), completion: .directory) var folder: String?

  @Option(help: .text("serve.port"), transform: FlagValue.port) var port: UInt16 = 8080

  @Option(help: .text("serve.host"), completion: .list(["127.0.0.1", "0.0.0.0", "::1"])) var host = "127.0.0.1"

  @Option(help: .text("optionalConfiguration"), completion: .pipeline) var config: String?

  func run() async throws {
    guard let address = ListeningAddress(host: host, port: port) else {
      throw ValidationError("--host takes an address of this machine in numbers, such as 127.0.0.1, 0.0.0.0 or ::1")
    }
    let served = try servedFolder()
    let server = AssetServer(served, at: address) { Console.standard.note(Self.line($0, $1, $2)) }
    let serving = Task { try await server.run { port in announce(served, address.urls(port: port)) } }
    let interruption = InterruptionGuard(handle: { _ in serving.cancel() })
    defer { withExtendedLifetime(interruption) {} }
    do {
      try await serving.value
    } catch let error as FileSystemError {
      throw PipelineSetup.refusal(
        .init(.program, "richpush"), error.description, remedy: "choose another with --port or --host", .machineFailed,
        status: .environment)
    }
  }

  private func servedFolder() throws -> ServedFolder {
    let path = try folder ?? configuredFolder()
    do {
      return try ServedFolder(path)
    } catch { throw PipelineSetup.refusal(.setting("noServedFolder", error.reason), .init(.file, path)) }
  }

  private func configuredFolder() throws -> String {
    var diagnostics: [Diagnostic] = []
    let overrides = PipelineSetup.overrides([.config: config], diagnostics: &diagnostics)
    let file = ConfigurationFile.readIfThere(overrides[.config], diagnostics: &diagnostics)
    guard let file, !diagnostics.contains(where: { $0.severity == .error }) else {
      throw PipelineSetup.explain(diagnostics)
    }
    return overrides[.output] ?? file.publishedFolder ?? file.resolve("public")
  }

  private func announce(_ folder: ServedFolder, _ urls: [String]) {
    let lines = ["serving \(folder.path.printable)"] + urls.map { "  " + $0 }
    // The server is useful even without a reader.
    try? Console.standard.write(lines.joined(separator: "\n"))
  }
}

extension ServeCommand {
  /// One answer on one line: client, request, status, and what was sent.
  private static func line(_ peer: String, _ request: ServedRequest, _ response: ServedResponse) -> String {
    let style = Console.standard.error
    let status = String(response.status)
    let sent = response.fields["Content-Range"] ?? count(response.body)
    let parts = [
      response.status < 400 ? style.green(status) : style.red(status), response.fields["Content-Type"], sent,
    ]
    return "\(peer) \(request.method.printable) \(request.target.printable) "
      + parts.compactMap(\.self).joined(separator: " ")
  }

  private static func count(_ body: ServedResponse.Body) -> String? {
    if case .part(let range, _) = body { "\(range.count) bytes" } else { nil }
  }
}
