import Foundation
import TestSupport

/// The real nginx on a free port of 127.0.0.1, as the current user. It ends when the last reference goes.
final class Nginx: Sendable {
  /// Debian has it in a folder that is not in everybody's `PATH`.
  private static let path = ["/usr/sbin/nginx", "/opt/homebrew/bin/nginx", "/usr/local/bin/nginx"]
    .first(where: FileManager.default.isExecutableFile)

  static var isInstalled: Bool { path != nil }

  private let process: Process
  private let work: TemporaryFolder
  /// Of the served folder; ends in a slash.
  let url: String

  /// - Parameters:
  ///   - snippet: the file that is included.
  ///   - prefix: below which path the folder is served; empty: as the server's root.
  init(folder: String, snippet: String, prefix: String) async throws {
    work = try TemporaryFolder()
    // The port is free again when its listener has gone, and nobody else is given it so soon.
    let port = try { try SilentListener().port }()
    try work.write(Self.configuration(work.path, port, folder, snippet, prefix), to: "nginx.conf")
    url = "http://127.0.0.1:\(port)/\(prefix)"
    process = Process()
    process.executableURL = URL(filePath: Self.path ?? "nginx")
    process.arguments = ["-p", work.path, "-e", work.absolute("error.log"), "-c", work.absolute("nginx.conf")]
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let ready = try await Program("curl").run(
      ["-sS", "--noproxy", "*", "--retry", "20", "--retry-connrefused", "-o", "/dev/null", url])
    guard ready.status == 0 else { throw ProgramError.failed("nginx", stderr: try work.text(of: "error.log")) }
  }

  // Signals are blocked in what Foundation starts, but for this one.
  deinit { kill(process.processIdentifier, SIGKILL) }

  /// One process in the foreground that writes nowhere but in its own folder; no list of types, as where mime.types is not
  /// included.
  private static func configuration(
    _ work: String, _ port: Int, _ folder: String, _ snippet: String, _ prefix: String
  ) -> String {
    let inner =
      prefix.isEmpty
      ? "root \(folder); include \(snippet);" : "location /\(prefix) { alias \(folder)/; include \(snippet); }"
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "  \($0)_temp_path \(work)/\($0);" }
    return """
      daemon off;
      master_process off;
      pid \(work)/nginx.pid;
      events { }
      http {
        access_log off;
      \(temporary.joined(separator: "\n"))
        server {
          listen 127.0.0.1:\(port);
          \(inner)
        }
      }

      """
  }
}
