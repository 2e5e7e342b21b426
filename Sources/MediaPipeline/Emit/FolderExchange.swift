import PushDelivery
import SystemPackage

/// Puts a folder that was built beside another in its place, and brings back what is not ours.
///
/// A run may be killed between any two steps: the next run finds what is left under the hidden names and finishes. Nothing is ever
/// deleted but files of `RequestFolderLayout` and folders that have become empty. What is not ours never keeps a run from going on: it
/// goes where it lay, under another name where its own is taken.
struct FolderExchange {
  /// The folder that others read.
  let folder: String
  /// Which files are ours.
  let files: OwnFiles
  /// Where its next state is built.
  let next: String
  /// Whether that is in the folder, which then keeps its place and changes file by file (`FolderMerge`).
  let isInside: Bool
  /// Every name under which a killed run may have left something.
  let places: [String]
  /// Where its former state lies for a moment, on file systems that cannot exchange two folders.
  private let former: String
  /// What is not ours and has no place any more comes here, in the sight of everyone.
  private let aside: String

  /// In the folder: hidden, so that scripts which send what lies there pass over it.
  private static let insideName = ".richpush-next"

  /// - Parameters:
  ///   - trialFolder: where the next state is built that shall never take the folder's place; nil: beside the folder.
  ///   - isInside: whether it is built in the folder.
  init(_ requests: RequestFolder, trialFolder: String? = nil, isInside: Bool = false) {
    let path = requests.path
    let slash = path.lastIndex(of: "/")
    let parent = slash.map { String(path[...$0]) } ?? ""
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let (beside, inside) = ("\(parent).\(name).next", "\(path)/\(Self.insideName)")
    folder = path
    files = OwnFiles(layout: requests.layout)
    next = trialFolder.map { $0 + "/next" } ?? (isInside ? inside : beside)
    former = "\(parent).\(name).former"
    places = [beside, former, inside]
    aside = path + ".kept"
    self.isInside = isInside
  }

  private var foreign: ForeignEntries { ForeignEntries(besides: files) }

  /// Whether the folder cannot be exchanged for another: it is mounted, the one above it is not ours to write, it belongs to another
  /// user who would lose it, or it holds what cannot follow.
  var mustStay: Bool {
    guard FileSystem.kind(of: folder) == .folder else { return false }
    return SystemCall.isMountPoint(Array(folder.utf8))
      || FileSystem.refusalOfNewFiles(in: FileSystem.parent(of: folder)) != nil
      || foreign.holdsWhatCannotMove(in: folder)
  }

  /// Brings an exchange to its end that a killed run had begun.
  ///
  /// - Throws: `FileSystemError`.
  func finishInterrupted() throws(FileSystemError) {
    if FileSystem.kind(of: folder) == .missing, FileSystem.kind(of: former) == .folder {
      try FileSystem.rename(former, to: folder)
    }
    for remains in places where FileSystem.exists(remains) {
      let merge = FolderMerge(of: folder, from: remains, files)
      if merge.isBegun { try merge.finish() }
      if FileSystem.isPlainFolder(remains + "/") { try? foreign.move(from: remains, to: folder) }
      clear(remains)
      try setAside(remains)
    }
  }

  /// Puts `next` in the place of the folder, or its files in the places of others where the folder must stay.
  ///
  /// - Parameter stale: files of ours that are no part of the next state.
  /// - Throws: `FileSystemError`; whichever state the folder has then is whole unless the error has a consequence.
  func perform(withdrawing stale: [String]) throws(FileSystemError) {
    guard !isInside else { return try merge(withdrawing: stale) }
    let remains: String?
    do throws(FileSystemError) { remains = try exchange() } catch {
      // What no question has told: of this folder the system refuses it.
      guard Self.refusals.contains(error.code), FileSystem.kind(of: folder) == .folder else { throw error }
      return try merge(withdrawing: stale)
    }
    DurableFile.syncFolder(FileSystem.parent(of: folder))
    guard let remains else { return }
    try bringBack(from: remains)
    // Ours alone is left. What cannot be removed now, the next run clears.
    clear(remains)
  }

  private static let refusals: [Errno] = [
    .resourceBusy, .improperLink, .permissionDenied, .notPermitted, .readOnlyFileSystem,
  ]

  private func merge(withdrawing stale: [String]) throws(FileSystemError) {
    let merge = FolderMerge(of: folder, from: next, files)
    try merge.begin(withdrawing: stale)
    try merge.finish()
    clear(next)
  }

  /// Brings back what is not ours. Where that fails the former state gets its place again, since a set with half of it is no state at all.
  private func bringBack(from remains: String) throws(FileSystemError) {
    do throws(FileSystemError) { try foreign.move(from: remains, to: folder) } catch {
      do throws(FileSystemError) { try undo(remains) } catch let second {
        throw second.after("the new requests are in the folder, and what is not richpush's lies in \(remains)")
      }
      throw error
    }
  }

  private func undo(_ remains: String) throws(FileSystemError) {
    if remains == next {
      try FileSystemError.naming("exchange", folder) { try SystemCall.exchange(next, with: folder) }
    } else {
      try FileSystem.rename(folder, to: next)
      try FileSystem.rename(former, to: folder)
    }
    // What had come back already goes back once more.
    try foreign.move(from: next, to: folder)
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

  /// What is still there is not ours, and must neither be lost nor be in the way of this run and all that follow.
  private func setAside(_ remains: String) throws(FileSystemError) {
    guard FileSystem.exists(remains) else { return }
    let (source, name) = FileSystem.split(remains)
    // In the folder where that stays: the one above it may not be ours to write.
    let target = source == folder + "/" ? (folder + "/", Array("kept".utf8)) : FileSystem.split(aside)
    try FileSystem.moveAside(source, name, to: target.0, target.1)
  }
}

extension FileSystem {
  /// The folder of a path, with a slash at its end, and the name in it.
  fileprivate static func split(_ path: String) -> (folder: String, name: [UInt8]) {
    let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return (String(path[..<end]), Array(path[end...].utf8))
  }
}
