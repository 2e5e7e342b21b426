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
  package func write() -> [Diagnostic] { forEach(write(_:to:)) }

  /// What would stop `write`, as far as known; nothing is written.
  package func obstacles() -> [Diagnostic] {
    forEach { file, path in
      do throws(FileSystemError) {
        return try Self.isForeign(path) ? .foreignHostFile(path, file.host) : nil
      } catch {
        return error.diagnostic(of: path, error.description)
      }
    }
  }

  private func forEach(_ body: (HostFile, String) -> Diagnostic?) -> [Diagnostic] {
    guard !hosts.isEmpty else { return [] }
    let resolved = FileSystem.canonicalPath(folder) ?? folder
    let (parent, name) = (FileSystem.parent(of: resolved), FileSystem.name(of: resolved))
    return hosts.compactMap { host in
      let file = HostFile(host, folder: name)
      switch file.place {
      case .inside(let name): return body(file, resolved + "/" + name)
      case .beside(let name): return body(file, parent + "/" + name)
      }
    }
  }

  private func write(_ file: HostFile, to path: String) -> Diagnostic? {
    do throws(FileSystemError) {
      if try Self.isForeign(path) { return .foreignHostFile(path, file.host) }
      if FileSystem.exists(path), try Self.text(of: path) == file.text { return nil }
      try DurableFile.write(Array(file.text.utf8), to: path)
      return nil
    } catch {
      return error.diagnostic(of: path, error.description)
    }
  }

  /// Whether a file that richpush did not write has the path.
  private static func isForeign(_ path: String) throws(FileSystemError) -> Bool {
    guard FileSystem.exists(path) else { return false }
    return try text(of: path).map(HostFile.isOurs) != true
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
