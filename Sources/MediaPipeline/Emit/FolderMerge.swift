import PushDelivery
import SystemPackage

/// Gives a request folder that must keep its place its next state, file by file: a mount point, or a folder in one that this user may
/// not write.
///
/// Readers may see a mixture while this lasts, but never a part of a file. The order is: what is withdrawn goes, then come the requests,
/// and the index comes last, so that whoever waits for a new index finds all of its requests. What is to be done is written down before the
/// first step, so that the next run can do the rest of it when this one is killed.
struct FolderMerge {
  private let folder: String
  private let next: String
  private let files: OwnFiles

  /// - Parameter next: where the next state was built: at least those files of it that the folder has not.
  init(of folder: String, from next: String, _ files: OwnFiles) {
    (self.folder, self.next, self.files) = (folder, next, files)
  }

  /// The file with the paths of all that is withdrawn. Its name is one of temporary files, so nobody takes it for a request or for theirs.
  private var note: String { next + "/" + DurableFile.temporaryPrefix + "withdrawn" + DurableFile.temporarySuffix }

  /// Whether the folder may have changed already.
  var isBegun: Bool { !FileSystem.isLink(next) && FileSystem.isRegularFile(note) }

  /// Writes down what is to be done. Before that every file of the next state must be on the disk.
  ///
  /// - Throws: `FileSystemError`; nothing has changed then.
  func begin(withdrawing stale: [String]) throws(FileSystemError) {
    try DurableFile.write(stale.flatMap { Array($0.utf8) + [Self.newline] }, to: note)
    DurableFile.syncFolder(next)
  }

  /// Does what was written down, or the rest of it.
  ///
  /// - Throws: `FileSystemError`; the next run goes on then.
  func finish() throws(FileSystemError) {
    do throws(FileSystemError) {
      for path in try withdrawn() { try withdraw(path) }
      for path in try inOrder() { try put(path) }
    } catch {
      throw error.after(
        "the folder holds a part of the new requests beside former ones, and the next run goes on there")
    }
    for place in files.places where FileSystem.kind(of: folder + "/" + place) == .folder {
      DurableFile.syncFolder(folder + "/" + place)
    }
    FileSystem.remove(note)
  }

  private static let newline = UInt8(ascii: "\n")
  private static let largestNote = 1_000_000_000

  /// Others may write in this folder: a path that no file of a set can have is none of ours.
  private func withdrawn() throws(FileSystemError) -> [String] {
    try FileReading.bytes(of: note, limit: Self.largestNote).split(separator: Self.newline)
      .compactMap { String(validating: $0, as: UTF8.self) }.filter(files.mayOwn)
  }

  /// All files of the next state that are still to come, the index behind all others.
  private func inOrder() throws(FileSystemError) -> [String] {
    let stale = RequestFolder.staleName + "/"
    let paths = try files.paths(in: next) + files.paths(in: next + "/" + stale).map { stale + $0 }
    return paths.sorted { ($0 == RequestFolder.indexName ? 1 : 0, $0) < ($1 == RequestFolder.indexName ? 1 : 0, $1) }
  }

  private func withdraw(_ path: String) throws(FileSystemError) {
    let source = folder + "/" + path
    // What lies behind a link is somebody else's, and what is gone was withdrawn before this run was killed.
    guard FileSystem.isPlainFolder(FileSystem.parent(of: source) + "/"), FileSystem.isRegularFile(source) else {
      return
    }
    try place(source, at: RequestFolder.staleName + "/" + path)
  }

  private func put(_ path: String) throws(FileSystemError) { try place(next + "/" + path, at: path) }

  private func place(_ source: String, at path: String) throws(FileSystemError) {
    let destination = folder + "/" + path
    try makeFolders(of: path)
    try FileSystem.makeWay(at: destination)
    do throws(FileSystemError) { try FileSystem.rename(source, to: destination) } catch {
      // The next state may have been built on another file system.
      guard error.code == .improperLink else { throw error }
      try DurableFile.copy(source, to: destination)
    }
    // Two names of one file stay both when one is renamed to the other.
    FileSystem.remove(source)
  }

  /// The folders that a file lies in, from the outermost. One that is a link is another's, and keeps what it leads to.
  private func makeFolders(of path: String) throws(FileSystemError) {
    var place = folder
    for part in path.split(separator: "/").dropLast() {
      let above = FolderAccess(of: place)
      place += "/" + part
      if FileSystem.isLink(place) { try FileSystem.makeWay(at: place) }
      guard !FileSystem.exists(place) else { continue }
      try FileSystem.createFolder(place)
      try? above?.apply(to: place)
    }
  }
}
