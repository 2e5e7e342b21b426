import MediaFacts
public import PushDelivery
import SystemPackage

/// A source with a known digest, and the state of its file when that was taken.
///
/// Decoders open the file again by its path. Their results belong to the digest only if the file is still the same.
struct SourceOnDisk: Sendable {
  /// The file's absolute path.
  let path: String
  let file: SourceFile
  let state: FileState

  /// - Throws: `MediaError.unreadable` if the file was changed or replaced since its digest was taken.
  func checkUnchanged() throws(MediaError) {
    guard (try? FileSystem.state(of: path)) == state else {
      throw .unreadable(detail: "it changed while it was worked on")
    }
  }
}

/// Reads a campaign's file once and gives it its identity.
public struct SourceReader: Sendable {
  /// The campaign folder.
  public let folder: String
  public let limits: SourceLimits

  public init(folder: String, limits: SourceLimits) { (self.folder, self.limits) = (folder, limits) }

  /// The file's length and digest.
  /// - Parameter path: relative to the campaign folder.
  func read(_ path: String) throws(MediaError) -> SourceOnDisk {
    let absolute = folder + "/" + path
    do {
      // Taken before the first byte is read, so that any later change shows.
      let state = try FileSystem.state(of: absolute)
      let (digest, byteCount) = try ContentDigest.read(absolute, limit: limits.maximumBytes)
      guard byteCount > 0 else { throw MediaError.empty }
      let file = SourceFile(path: path, byteCount: byteCount, digest: digest)
      return SourceOnDisk(path: absolute, file: file, state: state)
    } catch { throw Self.mediaError(error, path: absolute, limit: limits.maximumBytes) }
  }

  /// The digest of a file at any path.
  static func digest(of path: String, limit: Int) throws(MediaError) -> ContentDigest {
    do {
      let (digest, byteCount) = try ContentDigest.read(path, limit: limit)
      guard byteCount > 0 else { throw MediaError.empty }
      return digest
    } catch { throw mediaError(error, path: path, limit: limit) }
  }

  /// A file's bytes; errors are those of a source.
  static func bytes(of path: String, limit: Int) throws(MediaError) -> [UInt8] {
    do {
      let bytes = try FileReading.bytes(of: path, limit: limit)
      guard !bytes.isEmpty else { throw MediaError.empty }
      return bytes
    } catch { throw mediaError(error, path: path, limit: limit) }
  }

  static func mediaError(_ error: any Error, path: String, limit: Int) -> MediaError {
    switch error {
    case let error as MediaError: error
    case let error as FileSystemError where error.code == .fileTooLarge:
      .tooManyBytes(count: (try? FileSystem.state(of: path))?.byteCount ?? limit, limit: limit)
    case let error as FileSystemError where error.isOfTheMachine:
      .refused("a file cannot be read just now", by: error)
    // The report's subject already has the path, in the campaign's form.
    default: .unreadable(detail: error.reason)
    }
  }
}
