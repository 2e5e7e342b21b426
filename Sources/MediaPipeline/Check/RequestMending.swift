import Findings
import PushDelivery

/// Fixes files of requests: changes only what has one possible fix.
public struct RequestMending: Sendable {
  let settings: CheckSettings

  public init(_ settings: CheckSettings) { self.settings = settings }

  /// One fixed file.
  public struct File: Sendable {
    public let path: String
    /// The lines that differ, as `diff -u` prints them.
    public let difference: [String]
    /// How many changes there are.
    public let count: Int
    fileprivate let bytes: [UInt8]
  }

  /// The changes to those of the targets that are request files. Skips files without changes and unreadable files, which a check reports.
  public func mend(_ targets: [CheckTarget]) -> [File] {
    targets.compactMap { target in
      guard case .request(let path) = target,
        let bytes = try? FileReading.bytes(of: path, limit: RequestFile.mostBytes)
      else { return nil }
      let repair = RequestRepair(of: bytes, in: RequestSyntax(fileNamed: path, bytes), settings.requestQuestion)
      guard repair.count > 0, repair.bytes != bytes else { return nil }
      let difference = UnifiedDiff(from: bytes, to: repair.bytes, name: path)
      return File(path: path, difference: difference.lines, count: repair.count, bytes: repair.bytes)
    }
  }

  /// Writes a fixed file over its original, whole or not at all. Keeps a link and the permissions.
  ///
  /// - Throws: `PipelineError` if it cannot be written.
  public func write(_ file: File) throws(PipelineError) {
    do throws(FileSystemError) {
      try DurableFile.replace(file.path, with: file.bytes)
    } catch {
      throw .fileSystem(error)
    }
  }
}
