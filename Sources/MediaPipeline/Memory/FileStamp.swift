import Essentials
import SystemPackage

/// By what a file is told from what it was before, without reading it: who writes to it, replaces it or puts another in its place
/// changes one of these.
///
/// The system's clock for files goes in steps, so that two changes within one step look alike. As git does with its index, a stamp is
/// therefore believed only where the last change lay well before it was taken (https://git-scm.com/docs/racy-git); of any other the
/// bytes are asked.
package struct FileStamp: Hashable, Sendable {
  let inode: Int
  package let byteCount: Int
  /// When its bytes were changed last, in nanoseconds since 1970. Anybody may set it to any moment.
  let modified: Int
  /// When anything about it was changed last, in the same way. Nobody can set it.
  let changed: Int

  /// For how many nanoseconds a file must have been left alone: FAT counts in two seconds, which is the coarsest that there is.
  static let settling = 2_000_000_000

  /// - Returns: nil for what is no regular file, cannot be asked about, or has times that no clock shows.
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

  /// Whether a file with this stamp has the bytes that were read of it at any time after a moment.
  package func isSettled(before moment: Int) -> Bool {
    let (bound, overflow) = moment.subtractingReportingOverflow(Self.settling)
    return !overflow && modified < bound && changed < bound
  }

  /// This moment, in nanoseconds since 1970.
  package static var now: Int { Int(Date().timeIntervalSince1970 * 1_000_000_000) }
}
