package import MediaFacts

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

  /// The result of examining a file again.
  package enum Finding {
    case same
    /// The bytes had to be compared, and are the same; use this next time.
    case sameBytes(RememberedFile)
    case changed
  }

  /// Whether a file still has the same bytes. They are read if its stamp is not enough.
  ///
  /// - Parameter digest: the bytes'; nil if only the stamp is known.
  package func compare(_ path: String, _ digest: ContentDigest?) -> Finding {
    let moment = FileStamp.now
    guard let stamp = FileStamp(of: path), stamp.byteCount == self.stamp.byteCount else { return .changed }
    if isSettled, stamp == self.stamp { return .same }
    guard let digest, let read = try? ContentDigest.read(path, limit: stamp.byteCount),
      read == (digest, stamp.byteCount)
    else { return .changed }
    return .sameBytes(RememberedFile(stamp, readAfter: moment))
  }
}

extension RememberedFile {
  func write(to writer: inout CompactWriter) {
    writer.add(isSettled)
    for number in [stamp.inode, stamp.byteCount, stamp.modified, stamp.changed] { writer.add(number) }
  }

  init(_ reader: inout CompactReader) throws(CompactReader.Damage) {
    isSettled = try reader.flag()
    let (inode, byteCount) = (try reader.integer(), try reader.integer())
    stamp = FileStamp(
      inode: inode, byteCount: byteCount, modified: try reader.integer(), changed: try reader.integer())
  }
}
