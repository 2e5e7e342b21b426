import Foundation
import TestSupport

/// Chromium without a window, with a profile of a test's own.
struct Browser {
  private let path: String
  private let folder: TemporaryFolder

  /// The result of opening a page.
  struct Visit {
    /// The browser's console: errors of the page and violations of its policy.
    var console: [String]
    /// The addresses that were asked for over the network, without those of the browser's own services.
    var requests: Set<String>
    var screenshot: Screenshot
  }

  /// - Throws: `BrowserError.missing`.
  init() throws {
    guard let path = Chromium.path else { throw BrowserError.missing(Chromium.names) }
    self.path = path
    folder = try TemporaryFolder()
  }

  /// Opens a file and looks at it when it is done.
  ///
  /// - Parameter page: an absolute path.
  func visit(_ page: String, width: Int = 1280, height: Int = 2400) async throws -> Visit {
    let (picture, log) = (folder.absolute("screenshot.png"), folder.absolute("log.json"))
    let output = try await Program(path).run([
      "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
      "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
      // Nothing is found but this machine, so that no test depends on a network.
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
      "--user-data-dir=" + folder.absolute("profile"), "--enable-logging=stderr", "--log-net-log=" + log,
      "--window-size=\(width),\(height)", "--virtual-time-budget=10000", "--screenshot=" + picture,
      URL(filePath: page).absoluteString,
    ])
    guard output.status == 0, FileManager.default.fileExists(atPath: picture) else {
      throw BrowserError.failed(output.stderr)
    }
    return Visit(
      console: output.stderr.split(separator: "\n").map(String.init).filter { $0.contains("CONSOLE") },
      requests: try requests(), screenshot: try await Screenshot(picture))
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
    case .missing(let names):
      "there is none of \(names.joined(separator: ", ")) in PATH: run scripts/bootstrap"
    case .failed(let words): "the browser took no screenshot: \(words)"
    }
  }
}
