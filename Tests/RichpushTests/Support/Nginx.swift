import Foundation
import TestSupport

/// The real nginx on a free port of 127.0.0.1, as the current user. It ends when the last reference goes.
final class Nginx: Sendable {
  /// Debian has it in a folder that is not in everybody's `PATH`.
  private static let path = ["/usr/sbin/nginx", "/opt/homebrew/bin/nginx", "/usr/local/bin/nginx"]
    .first(where: FileManager.default.isExecutableFile)

  static var isInstalled: Bool { path != nil }

  /// Whether it has the module that takes files.
  static let hasDAV: Bool = {
    guard let path else { return false }
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: path)
    process.arguments = ["-V"]
    process.standardError = output
    guard (try? process.run()) != nil else { return false }
    let text = output.fileHandleForReading.readDataToEndOfFile()
    return String(decoding: text, as: UTF8.self).contains("http_dav_module")
  }()

  private let process: Process
  private let work = TemporaryFolder()
  /// Of the served folder; ends in a slash.
  let url: String

  /// - Parameters:
  ///   - snippet: the file that is included.
  ///   - prefix: below which path the folder is served; empty: as the server's root.
  convenience init(folder: String, snippet: String, prefix: String) async throws {
    let inner =
      prefix.isEmpty
      ? "root \(folder); include \(snippet);" : "location /\(prefix) { alias \(folder)/; include \(snippet); }"
    try await self.init(prefix: prefix) { port in "server { listen 127.0.0.1:\(port); \(inner) }" }
  }

  /// - Parameters:
  ///   - prefix: the path that is asked for to see that it is ready.
  ///   - server: gives the block `server` for a port.
  init(prefix: String = "", server: (Int) -> String) async throws {
    // The port is free again when its listener has gone, and it is not given to others so soon.
    let port = try { try SilentListener().port }()
    try work.write(Self.configuration(work.path, server(port)), to: "nginx.conf")
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

  /// A line for each request but the first, `PUT /ac/… 201`, in their order.
  var log: [String] { ((try? work.text(of: "access.log")) ?? "").split(separator: "\n").dropFirst().map(String.init) }

  // Signals are blocked in what Foundation starts, but for this one.
  deinit { kill(process.processIdentifier, SIGKILL) }

  /// One process in the foreground that writes nowhere but in its own folder; no list of types, as where mime.types is not
  /// included.
  private static func configuration(_ work: String, _ server: String) -> String {
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "  \($0)_temp_path \(work)/\($0);" }
    return """
      daemon off;
      master_process off;
      pid \(work)/nginx.pid;
      events { }
      http {
        log_format line "$request_method $uri $status";
        access_log \(work)/access.log line;
      \(temporary.joined(separator: "\n"))
      \(server)
      }

      """
  }
}
