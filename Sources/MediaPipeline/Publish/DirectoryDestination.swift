public import PushDelivery
import SystemPackage

/// A folder that a web server serves.
public struct DirectoryDestination: Destination {
  /// The folder; it must exist.
  public let folder: String
  /// The address of the folder, ending in `/`.
  public let baseURL: String

  public init(folder: String, baseURL: String) {
    self.folder = folder
    self.baseURL = baseURL
  }

  public func publish(
    _ rendition: some PublishableRendition, slug: String
  ) async throws(PublishError) -> PublishedAsset {
    let name = PublishedAsset.name(slug: slug, rendition: rendition)
    let isThere = try holds(rendition.bytes, under: name)
    do throws(FileSystemError) {
      if !isThere { try DurableFile.write(rendition.bytes, to: folder + "/" + name) }
    } catch {
      throw error.code == .fileExists ? .conflict(name: name) : .fileSystem(error)
    }
    return PublishedAsset(name: name, url: baseURL + name, wasWritten: !isThere)
  }

  /// Whether these bytes are already published under a name.
  ///
  /// - Throws: `PublishError.conflict` if other bytes are.
  func holds(_ bytes: [UInt8], under name: String) throws(PublishError) -> Bool {
    let path = folder + "/" + name
    guard FileSystem.exists(path) else { return false }
    let isSame: Bool
    do { isSame = try Self.holds(path, bytes) } catch { throw .fileSystem(error) }
    guard isSame else { throw .conflict(name: name) }
    return true
  }

  /// Whether a file holds exactly these bytes. A longer or missing file does not.
  private static func holds(_ path: String, _ bytes: [UInt8]) throws(FileSystemError) -> Bool {
    do throws(FileSystemError) {
      return try FileReading.bytes(of: path, limit: bytes.count) == bytes
    } catch {
      if error.code == .fileTooLarge || error.code == .invalidArgument { return false }
      throw error
    }
  }
}

extension DirectoryPlace: OpenablePlace {
  package func open(_ access: DestinationAccess) throws(CredentialsError) -> OpenPlace {
    OpenPlace(DirectoryDestination(folder: access.folder, baseURL: access.baseURL))
  }
}
