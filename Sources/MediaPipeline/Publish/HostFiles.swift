package import Findings
package import PushDelivery
import SystemPackage

/// The files that tell static hosts how to serve a published folder. They are written whole or not at all, and foreign files are never
/// replaced.
package struct HostFiles {
  let folder: String
  let hosts: [StaticHost]

  /// - Parameter folder: the published folder; it must exist.
  package init(folder: String, hosts: [StaticHost]) { (self.folder, self.hosts) = (folder, hosts) }

  /// Writes missing files and those of another version.
  /// - Returns: errors about files that were not written.
  package func write() -> [Diagnostic] { visit(writing: true) }

  /// What would stop `write`, as far as known; nothing is written.
  package func obstacles() -> [Diagnostic] { visit(writing: false) }

  private func visit(writing: Bool) -> [Diagnostic] {
    guard !hosts.isEmpty else { return [] }
    let resolved = FileSystem.canonicalPath(folder) ?? folder
    return hosts.compactMap { host in
      let file = HostFile(host, folder: FileSystem.name(of: resolved))
      let path =
        switch file.place {
        case .inside(let name): resolved + "/" + name
        case .beside(let name): FileSystem.parent(of: resolved) + "/" + name
        }
      do throws(FileSystemError) {
        if FileSystem.exists(path) {
          guard let text = try Self.text(of: path), HostFile.isOurs(text) else { return .foreignHostFile(path, host) }
          if text == file.text { return nil }
        }
        if writing { try DurableFile.write(Array(file.text.utf8), to: path) }
        return nil
      } catch {
        return error.diagnostic(of: path, error.description)
      }
    }
  }

  /// Nil if it is certainly foreign: too large, not text, or not a file.
  private static func text(of path: String) throws(FileSystemError) -> String? {
    do throws(FileSystemError) {
      return String(validating: try FileReading.bytes(of: path, limit: 1 << 16), as: UTF8.self)
    } catch {
      if error.code == .fileTooLarge || error.code == .invalidArgument { return nil }
      throw error
    }
  }
}

extension Diagnostic {
  fileprivate static func foreignHostFile(_ path: String, _ host: StaticHost) -> Diagnostic {
    Diagnostic(
      .destinationHostFile, .init(.file, path),
      "a file that richpush did not write is there already and stays, so \(host.rawValue) is not told how to serve the assets"
    )
  }
}
