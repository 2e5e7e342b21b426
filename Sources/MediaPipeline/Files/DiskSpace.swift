import SystemPackage

/// What is left of the file system that a folder lies on.
enum DiskSpace {
  /// With less than this a run may not get to its end: what workers make, a movie among it, lies beside what is published until it is
  /// whole.
  static let leastBytes = 100_000_000

  /// Where the file system begins on which something lies, or would lie if it were there. It is what has to get room, whichever folder of
  /// it was written to.
  static func mountPoint(of path: String) -> String {
    let there = nearest(to: path)
    guard var folder = FileSystem.canonicalPath(there), let device = device(of: folder) else { return there }
    while folder != "/", self.device(of: FileSystem.parent(of: folder)) == device {
      folder = FileSystem.parent(of: folder)
    }
    return folder
  }

  /// The path itself where something is there, and else the nearest folder above it that is there.
  static func nearest(to path: String) -> String {
    var folder = path.isEmpty ? "." : path
    while case .missing = FileSystem.kind(of: folder), folder != "/", folder != "." {
      folder = FileSystem.parent(of: folder)
    }
    return folder
  }

  /// A count of bytes for people: in MB, and in kB where it is less than one.
  static func text(_ bytes: Int) -> String {
    bytes < 1_000_000 ? "\(bytes / 1000) kB" : "\(bytes / 1_000_000) MB"
  }

  private static func device(of path: String) -> DeviceID? { (try? Stat(path))?.deviceID }
}
