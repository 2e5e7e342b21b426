import Essentials
package import MediaFacts
import SystemPackage

/// Detects changes of a file without reading it: writing to it or replacing it changes one of these fields.
///
/// The system's clock for files goes in steps, so two changes within one step look alike. So, like git's index, a stamp is only trusted if
/// the last change was well before it was taken (https://git-scm.com/docs/racy-git); otherwise the bytes are compared.
package struct FileStamp: Hashable, Sendable {
  let inode: Int
  package let byteCount: Int
  /// When its bytes were last changed, in nanoseconds since 1970. Users can set it to any time.
  let modified: Int
  /// When anything about it changed last, in the same unit. Users cannot set it.
  let changed: Int

  /// For how many nanoseconds a file must be unchanged: FAT's resolution of two seconds is the coarsest.
  static let settling = 2_000_000_000

  /// - Returns: nil if it is not a regular file, cannot be examined, or has times out of range.
  package init?(of path: String) {
    guard let status = try? Stat(path), status.type == .regular, let modified = status.st_mtim.nanosecondsSince1970,
      let changed = status.st_ctim.nanosecondsSince1970
    else { return nil }
    self.init(
      inode: Int(truncatingIfNeeded: status.inode.rawValue), byteCount: Int(status.size), modified: modified,
      changed: changed)
  }

  package init(inode: Int, byteCount: Int, modified: Int, changed: Int) {
    (self.inode, self.byteCount, self.modified, self.changed) = (inode, byteCount, modified, changed)
  }

  /// Whether a file with this stamp still has the bytes that were read from it after a moment.
  package func isSettled(before moment: Int) -> Bool {
    let (bound, overflow) = moment.subtractingReportingOverflow(Self.settling)
    return !overflow && modified < bound && changed < bound
  }

  /// This moment, in nanoseconds since 1970.
  package static var now: Int { Int(Date().timeIntervalSince1970 * 1_000_000_000) }
}

/// A file's state when its bytes were known.
package struct RememberedFile: Hashable, Sendable {
  let stamp: FileStamp
  /// Whether the stamp is enough to show equal bytes.
  package let isSettled: Bool

  /// - Parameter moment: before its bytes were read, in nanoseconds since 1970.
  package init(_ stamp: FileStamp, readAfter moment: Int) {
    self.stamp = stamp
    isSettled = stamp.isSettled(before: moment)
  }

  /// Whether a file still has the same bytes. If its stamp is not enough, they are read, and the new stamp is for the next time.
  /// - Parameter digest: the bytes'; nil if only the stamp is known.
  package mutating func confirm(_ path: String, _ digest: ContentDigest?) -> Bool {
    let moment = FileStamp.now
    guard let stamp = FileStamp(of: path), stamp.byteCount == self.stamp.byteCount else { return false }
    if isSettled, stamp == self.stamp { return true }
    guard let digest, let read = try? ContentDigest.read(path, limit: stamp.byteCount),
      read == (digest, stamp.byteCount)
    else { return false }
    self = RememberedFile(stamp, readAfter: moment)
    return true
  }
}

extension RememberedFile: CompactValue {
  package func write(to writer: inout CompactWriter) {
    writer.add(isSettled, stamp.inode, stamp.byteCount, stamp.modified, stamp.changed)
  }

  package init(_ reader: inout CompactReader) throws(CompactReader.Damage) {
    isSettled = try reader()
    stamp = FileStamp(inode: try reader(), byteCount: try reader(), modified: try reader(), changed: try reader())
  }
}
