import PushDelivery

/// Tells our files in a request folder from those of others.
struct OwnFiles {
  private let layout: RequestFolderLayout

  init(layout: RequestFolderLayout) { self.layout = layout }

  /// The folders in which files are ours, as paths that end in a slash, each before those inside it.
  var places: [String] { layout.folders + layout.folders.map { RequestFolder.staleName + "/" + $0 } }

  /// The files of a request folder, or of its `stale`, that are ours, relative to it; none where there is no folder.
  ///
  /// - Parameter passingLinks: whether folders that are links to others count as empty.
  func paths(in folder: String, passingLinks: Bool = false) throws(FileSystemError) -> [String] {
    var files: [String] = []
    for place in layout.folders where !passingLinks || FileSystem.isPlainFolder(folder + "/" + place) {
      files += try ownNames(in: folder, place).map { place + $0 }
    }
    return files
  }

  /// Whether a file of the set may have this path, relative to the request folder.
  func mayOwn(_ path: String) -> Bool {
    let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let place = String(path[..<end])
    return layout.folders.contains(place) && layout.owns(String(path[end...]), in: place)
  }

  /// The names of files that are ours in one folder of the layout. A link of such a name, or a folder, is somebody else's.
  func ownNames(in folder: String, _ place: String) throws(FileSystemError) -> [String] {
    try FileSystem.rawNames(in: folder + "/" + place).compactMap { String(validating: $0, as: UTF8.self) }
      .filter { isOwn($0, in: folder, place) }
  }

  /// The names in one folder of the layout that are neither ours nor those of its other folders. A name of others may be of any bytes.
  func foreignNames(in folder: String, _ place: String) throws(FileSystemError) -> [[UInt8]] {
    try FileSystem.rawNames(in: folder + "/" + place).filter { bytes in
      guard let name = String(validating: bytes, as: UTF8.self) else { return true }
      return !isOwn(name, in: folder, place) && !isUnfinished(name, in: folder, place)
        && !isPlace(place + name, in: folder)
    }
  }

  private func isOwn(_ name: String, in folder: String, _ place: String) -> Bool {
    layout.owns(name, in: place.withoutStale) && FileSystem.isRegularFile(folder + "/" + place + name)
  }

  /// Whether a file was being written when a run was killed.
  private func isUnfinished(_ name: String, in folder: String, _ place: String) -> Bool {
    DurableFile.isTemporary(name) && FileSystem.isRegularFile(folder + "/" + place + name)
  }

  /// Whether a path is that of a folder of the layout. A link counts as one: its files have become the set's.
  private func isPlace(_ path: String, in folder: String) -> Bool {
    let isNamed = path == RequestFolder.staleName || layout.folders.contains(path.withoutStale + "/")
    return isNamed && FileSystem.kind(of: folder + "/" + path) == .folder
  }
}

extension FileSystem {
  /// Whether a folder is at a path that ends in a slash, and not a link to one.
  static func isPlainFolder(_ path: String) -> Bool { kind(of: path) == .folder && !isLink(String(path.dropLast())) }

  /// The names in a folder as bytes, without `.` and `..`; none where there is no folder.
  ///
  /// - Throws: `FileSystemError` when it cannot be read.
  fileprivate static func rawNames(in folder: String) throws(FileSystemError) -> [[UInt8]] {
    guard kind(of: folder) == .folder else { return [] }
    let names = try FileSystemError.naming("list", folder) { try SystemCall.names(in: folder) }
    return names.filter { $0 != Array(".".utf8) && $0 != Array("..".utf8) }
  }
}

extension String {
  /// A path in `stale` as it was in the request folder.
  fileprivate var withoutStale: String {
    let stale = RequestFolder.staleName + "/"
    return hasPrefix(stale) ? String(dropFirst(stale.count)) : self
  }
}
