import PushDelivery
import SystemPackage

/// Puts a folder that was built beside another in its place, and brings back what is not ours.
///
/// A run may be killed between any two steps: the next run finds what is left under the two hidden names and finishes. Nothing is ever
/// deleted but files of `RequestFolderLayout` and folders that have become empty.
struct FolderExchange {
  /// The folder that others read.
  let folder: String
  /// Which files are ours.
  let files: OwnFiles
  /// Where its next state is built.
  let next: String
  /// Where its former state lies for a moment, on file systems that cannot exchange two folders.
  let former: String

  /// - Parameter trialFolder: where the next state is built that shall never take the folder's place; nil: beside the folder.
  init(_ requests: RequestFolder, trialFolder: String? = nil) {
    let path = requests.path
    let slash = path.lastIndex(of: "/")
    let parent = slash.map { String(path[...$0]) } ?? ""
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    folder = path
    files = OwnFiles(layout: requests.layout)
    next = trialFolder.map { $0 + "/next" } ?? "\(parent).\(name).next"
    former = "\(parent).\(name).former"
  }

  /// Brings an exchange to its end that a killed run had begun.
  ///
  /// - Throws: `FileSystemError` when something is in the way that is not ours.
  func finishInterrupted() throws(FileSystemError) {
    if FileSystem.kind(of: folder) == .missing, FileSystem.kind(of: former) == .folder {
      try FileSystem.rename(former, to: folder)
    }
    for remains in [next, former] where FileSystem.kind(of: remains) == .folder {
      try bringBackForeign(from: remains)
      clear(remains)
      guard FileSystem.kind(of: remains) == .missing else {
        throw FileSystemError("clear", remains, .directoryNotEmpty)
      }
    }
  }

  /// Puts `next` in the place of the folder.
  ///
  /// - Throws: `FileSystemError`; whichever state the folder has then is whole.
  func perform() throws(FileSystemError) {
    let remains = try exchange()
    if let slash = folder.lastIndex(of: "/") { DurableFile.syncFolder(String(folder[..<slash])) }
    guard let remains else { return }
    try bringBackForeign(from: remains)
    clear(remains)
  }

  /// - Returns: where the former state lies now; nil when there was none.
  private func exchange() throws(FileSystemError) -> String? {
    if FileSystem.kind(of: folder) == .missing {
      try FileSystem.rename(next, to: folder)
      return nil
    }
    do throws(Errno) {
      try SystemCall.exchange(next, with: folder)
      return next
    } catch {
      guard [.noFunction, .invalidArgument, .notSupported].contains(error) else {
        throw FileSystemError("exchange", folder, error)
      }
      return try exchangeInTwoSteps()
    }
  }

  /// For file systems without an exchange: for a moment there is no folder, which is still no mixture.
  private func exchangeInTwoSteps() throws(FileSystemError) -> String {
    try FileSystem.rename(folder, to: former)
    do throws(FileSystemError) { try FileSystem.rename(next, to: folder) } catch {
      try? FileSystem.rename(former, to: folder)
      throw error
    }
    return former
  }

  /// Moves what is not ours from a former state to the folder; what has the same name there already stays where it is.
  private func bringBackForeign(from remains: String) throws(FileSystemError) {
    for place in files.places where FileSystem.isPlainFolder(remains + "/" + place) {
      let names = try files.foreignNames(in: remains, place)
      guard !names.isEmpty else { continue }
      try FileSystem.createFolder(folder + "/" + place)
      try move(names, from: remains + "/" + place, to: folder + "/" + place)
    }
  }

  private func move(_ names: [String], from source: String, to destination: String) throws(FileSystemError) {
    for name in names where !FileSystem.exists(destination + name) {
      try FileSystem.rename(source + name, to: destination + name, operation: "move")
    }
  }

  /// Removes our files from a folder and those in it, and each if it is empty then.
  func clear(_ remains: String) {
    for place in files.places.reversed() {
      let path = remains + "/" + place
      // A link would lead to somebody else's files.
      guard !FileSystem.isLink(String(path.dropLast())) else {
        FileSystem.remove(String(path.dropLast()))
        continue
      }
      for name in (try? files.ownNames(in: remains, place)) ?? [] { FileSystem.remove(path + name) }
      DurableFile.removeLeftovers(in: path)
      FileSystem.removeFolder(path)
    }
  }
}

/// Tells our files in a request folder from those of others.
struct OwnFiles {
  private let layout: RequestFolderLayout

  init(layout: RequestFolderLayout) { self.layout = layout }

  /// The folders in which files are ours, as paths that end in a slash, each before those inside it.
  var places: [String] { layout.folders + layout.folders.map { RequestFolder.staleName + "/" + $0 } }

  /// The files of a request folder, or of its `stale`, that are ours, relative to it; none where there is no folder.
  func paths(in folder: String) throws(FileSystemError) -> [String] {
    var files: [String] = []
    for place in layout.folders {
      files += try ownNames(in: folder, place).map { place + $0 }
    }
    return files
  }

  /// The names of files that are ours in one folder of the layout. A link of such a name, or a folder, is somebody else's.
  func ownNames(in folder: String, _ place: String) throws(FileSystemError) -> [String] {
    try FileSystem.names(in: folder + "/" + place).filter { isOwn($0, in: folder, place) }
  }

  /// The names in one folder of the layout that are neither ours nor those of its other folders.
  func foreignNames(in folder: String, _ place: String) throws(FileSystemError) -> [String] {
    try FileSystem.names(in: folder + "/" + place).filter { name in
      !isOwn(name, in: folder, place) && !DurableFile.isTemporary(name) && !isPlace(place + name, in: folder)
    }
  }

  private func isOwn(_ name: String, in folder: String, _ place: String) -> Bool {
    layout.owns(name, in: place.withoutStale) && FileSystem.isRegularFile(folder + "/" + place + name)
  }

  /// Whether a path is that of a folder of the layout. A link counts as one: its files have become the set's.
  private func isPlace(_ path: String, in folder: String) -> Bool {
    let isNamed = path == RequestFolder.staleName || layout.folders.contains(path.withoutStale + "/")
    return isNamed && FileSystem.kind(of: folder + "/" + path) == .folder
  }
}

extension FileSystem {
  /// Whether a folder is at a path that ends in a slash, and not a link to one.
  fileprivate static func isPlainFolder(_ path: String) -> Bool {
    kind(of: path) == .folder && !isLink(String(path.dropLast()))
  }

  fileprivate static func names(in folder: String) throws(FileSystemError) -> [String] {
    guard kind(of: folder) == .folder else { return [] }
    return try entries(of: folder).map { entry in
      switch entry {
      case .name(let name), .undecodable(let name): name
      }
    }
  }
}

extension String {
  /// A path in `stale` as it was in the request folder.
  fileprivate var withoutStale: String {
    let stale = RequestFolder.staleName + "/"
    return hasPrefix(stale) ? String(dropFirst(stale.count)) : self
  }
}
