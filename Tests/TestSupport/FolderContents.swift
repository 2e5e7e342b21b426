public import Foundation

extension TemporaryFolder {
  /// What tells whether a file was touched: writing gives it another time or another inode.
  public struct FileState: Hashable, Sendable {
    public var inode: Int
    public var modified: Date
  }

  /// The paths of all files in a folder, in the folders below it too, hidden ones included; relative to it and sorted.
  public func files(in relative: String = "") throws -> [String] {
    let folder = absolute(relative)
    return try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: folder + "/" + path, isDirectory: &isFolder) && !isFolder.boolValue
    }
  }

  /// The bytes of all files in a folder, by their path in it.
  public func contents(of relative: String = "") throws -> [String: [UInt8]] {
    try each(relative) { try bytes(of: $0) }
  }

  /// The states of all files in a folder, by their path in it.
  public func states(of relative: String = "") throws -> [String: FileState] {
    try each(relative) { path in
      let attributes = try FileManager.default.attributesOfItem(atPath: absolute(path))
      return FileState(
        inode: attributes[.systemFileNumber] as? Int ?? 0,
        modified: attributes[.modificationDate] as? Date ?? .distantPast)
    }
  }

  private func each<Value>(_ relative: String, _ value: (String) throws -> Value) throws -> [String: Value] {
    let prefix = relative.isEmpty ? "" : relative + "/"
    return Dictionary(uniqueKeysWithValues: try files(in: relative).map { ($0, try value(prefix + $0)) })
  }
}
