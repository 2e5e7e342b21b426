import Findings
import PushDelivery

/// Mends files of requests: what leaves no choice is changed, and everything else left as it is.
public struct RequestMending: Sendable {
  let settings: CheckSettings

  public init(_ settings: CheckSettings) { self.settings = settings }

  /// One file, mended.
  public struct File: Sendable {
    public let path: String
    /// The lines that differ, as `diff -u` prints them.
    public let difference: [String]
    /// How many changes there are.
    public let count: Int
    fileprivate let bytes: [UInt8]
  }

  /// What would be changed in those of the targets that are files of requests; files in which there is nothing to change are left
  /// out, and so are those that cannot be read: a check tells them.
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

  /// Writes a mended file over the one that it was made of: whole or not at all. A link stays one, and so do the permissions.
  ///
  /// - Throws: `PipelineError` where it cannot be written.
  public func write(_ file: File) throws(PipelineError) {
    do throws(FileSystemError) {
      try DurableFile.replace(file.path, with: file.bytes)
    } catch {
      throw .fileSystem(error)
    }
  }
}
