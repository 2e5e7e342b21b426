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
    } catch {
      throw error.code == .fileExists ? .conflict(name: folder + "/" + name) : .fileSystem(error)
    }
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
