package import Findings
import MediaFacts
public import PushDelivery
import SystemPackage

/// A folder that a web server serves.
public struct DirectoryDestination: Destination {
  /// The folder; it must exist.
  public let folder: String
  /// The address of the folder, ending in `/`.
  public let baseURL: String

  public init(folder: String, baseURL: String) { (self.folder, self.baseURL) = (folder, baseURL) }

  public func publish(
    _ rendition: some PublishableRendition, slug: String
  ) async throws(PublishError) -> PublishedAsset {
    let name = PublishedAsset.name(slug: slug, rendition: rendition)
    let isThere = try holds(rendition.bytes, under: name)
    do throws(FileSystemError) {
      if !isThere { try DurableFile.write(rendition.bytes, to: folder + "/" + name) }
    } catch { throw error.code == .fileExists ? .conflict(name: folder + "/" + name) : .fileSystem(error) }
    return PublishedAsset(name: name, url: baseURL + name, wasWritten: !isThere)
  }

  /// Whether these bytes are already published under a name.
  /// - Throws: `PublishError.conflict` if other bytes are.
  func holds(_ bytes: [UInt8], under name: String) throws(PublishError) -> Bool {
    let path = folder + "/" + name
    guard FileSystem.exists(path) else { return false }
    do throws(FileSystemError) {
      if try FileReading.bytes(of: path, limit: bytes.count) == bytes { return true }
    } catch {
      // A longer file, and a folder of this name.
      guard [.fileTooLarge, .invalidArgument].contains(error.code) else { throw .fileSystem(error) }
    }
    throw .conflict(name: path)
  }
}

extension DirectoryPlace: OpenablePlace {
  package func open(_ access: DestinationAccess) throws(ObjectStoreError) -> any Destination {
    DirectoryDestination(folder: access.folder, baseURL: access.baseURL)
  }
}

/// A destination in a dry run: it gives the names and URLs, and publishes nothing.
struct PlannedDestination: Destination {
  /// The folder of a folder destination, which may not exist yet.
  let directory: DirectoryDestination?
  /// The URL of a file with a name and a digest.
  let url: @Sendable (String, ContentDigest) -> String

  func publish(_ rendition: some PublishableRendition, slug: String) async throws(PublishError) -> PublishedAsset {
    let name = PublishedAsset.name(slug: slug, rendition: rendition)
    let isThere = try directory?.holds(rendition.bytes, under: name) ?? false
    return PublishedAsset(name: name, url: url(name, rendition.digest), wasWritten: !isThere)
  }
}

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
          guard let text = try Self.text(of: path), HostFile.isOurs(text) else {
            return Diagnostic(.campaign("foreignHostFile", host.rawValue), .init(.file, path))
          }
          if text == file.text { return nil }
        }
        if writing { try DurableFile.write(Array(file.text.utf8), to: path) }
        return nil
      } catch { return error.diagnostic(of: path, error.description) }
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
