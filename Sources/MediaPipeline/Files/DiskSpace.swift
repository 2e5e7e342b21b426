import SystemPackage

/// The free space of the file system that a folder is on.
enum DiskSpace {
  /// With less than this a run may fail: workers' results, such as a movie, are next to the published files until they are complete.
  static let leastBytes = 100_000_000

  /// The mount point of the file system that a path is on, or would be on. That file system needs room, whichever folder was written to.
  static func mountPoint(of path: String) -> String {
    let there = nearest(to: path)
    guard var folder = FileSystem.canonicalPath(there), let device = device(of: folder) else { return there }
    while folder != "/", self.device(of: FileSystem.parent(of: folder)) == device {
      folder = FileSystem.parent(of: folder)
    }
    return folder
  }

  /// The path itself if it exists, otherwise the nearest existing folder above it.
  static func nearest(to path: String) -> String {
    var folder = path.isEmpty ? "." : path
    while case .missing = FileSystem.kind(of: folder), folder != "/", folder != "." {
      folder = FileSystem.parent(of: folder)
    }
    return folder
  }

  /// A count of bytes for people: in MB, or in kB below 1 MB.
  static func text(_ bytes: Int) -> String {
    bytes < 1_000_000 ? "\(bytes / 1000) kB" : "\(bytes / 1_000_000) MB"
  }

  private static func device(of path: String) -> DeviceID? { (try? Stat(path))?.deviceID }
}
