public import PushDelivery

/// A folder that some web server serves.
public struct DirectoryDestination: Destination {
  /// The folder; it must exist.
  public let folder: String
  /// The address of the folder, ending in `/`.
  public let baseURL: String

  public init(folder: String, baseURL: String) {
    self.folder = folder
    self.baseURL = baseURL
  }

  public func publish(_ rendition: Rendition, slug: String) async throws(PublishError) -> PublishedAsset {
    let name = PublishedAsset.name(slug: slug, rendition: rendition)
    let wasWritten = try write(rendition, to: folder + "/" + name, name: name)
    return PublishedAsset(name: name, url: baseURL + name, rendition: rendition, wasWritten: wasWritten)
  }

  /// - Returns: false when equal bytes are there already.
  private func write(_ rendition: Rendition, to path: String, name: String) throws(PublishError) -> Bool {
    do {
      if FolderListing.kind(of: path) != .missing {
        guard try FileReading.bytes(of: path, limit: rendition.bytes.count) == rendition.bytes else {
          throw PublishError.conflict(name: name)
        }
        return false
      }
      try DurableFile.write(rendition.bytes, to: path)
      return true
    } catch let error as FileSystemError {
      // Longer than the rendition, so not the same.
      throw error.operation == "read" ? .conflict(name: name) : .fileSystem(error)
    } catch {
      throw .conflict(name: name)
    }
  }
}
