import Foundation
import TestSupport

/// Chromium without a window, with a profile of a test's own.
struct Browser {
  private let path: String
  private let folder = TemporaryFolder()

  /// The result of opening a page.
  struct Visit {
    /// The browser's console: errors of the page and violations of its policy.
    var console: [String]
    /// The addresses that were asked for over the network, without those of the browser's own services.
    var requests: Set<String>
  }

  /// - Throws: `BrowserError.missing`.
  init() throws {
    guard let path = Chromium.path else { throw BrowserError.missing(Chromium.names) }
    self.path = path
  }

  /// Opens a file.
  ///
  /// - Parameter page: an absolute path.
  func visit(_ page: String) async throws -> Visit {
    let log = folder.absolute("log.json")
    let output = try await Program(path).run([
      "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
      "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
      // Nothing is found but this machine, so that no test depends on a network.
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
      "--user-data-dir=" + folder.absolute("profile"), "--enable-logging=stderr", "--log-net-log=" + log,
      "--window-size=1280,2400", "--virtual-time-budget=10000", "--dump-dom", URL(filePath: page).absoluteString,
    ])
    guard output.status == 0, !output.stdout.isEmpty else { throw BrowserError.failed(output.stderr) }
    return Visit(
      console: output.stderr.split(separator: "\n").map(String.init).filter { $0.contains("CONSOLE") },
      requests: try requests())
  }

  private func requests() throws -> Set<String> {
    let own = ["google.com", "googleapis.com", "gvt1.com"]
    let urls = try folder.text(of: "log.json").matches(of: /"url":"([^"]+)"/).map { String($0.1) }
    return Set(
      urls.filter { url in
        guard let host = URL(string: url)?.host() else { return true }
        return !own.contains { host == $0 || host.hasSuffix("." + $0) }
      })
  }
}

enum BrowserError: Error, CustomStringConvertible {
  case missing([String])
  case failed(String)

  var description: String {
    switch self {
    case .missing(let names): "there is none of \(names.joined(separator: ", ")) in PATH: run scripts/bootstrap"
    case .failed(let words): "the browser opened no page: \(words)"
    }
  }
}
