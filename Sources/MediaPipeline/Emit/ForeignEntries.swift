import SystemPackage

/// What others have put into a request folder. It is moved and never changed, and nothing is ever put in its place.
struct ForeignEntries {
  private let files: OwnFiles

  /// - Parameter files: those that are not foreign.
  init(besides files: OwnFiles) { self.files = files }

  /// Moves what is foreign from one state of a request folder to another, each to where it lay. Where its name is taken it gets a free
  /// one beside that.
  ///
  /// - Throws: `FileSystemError`; what could not be moved is where it was.
  func move(from source: String, to destination: String) throws(FileSystemError) {
    for place in files.places where FileSystem.isPlainFolder(source + "/" + place) {
      let names = try files.foreignNames(in: source, place)
      guard !names.isEmpty else { continue }
      let folder = try home(of: place, in: destination)
      for name in names { try move(name, of: place, from: source, to: folder, destination) }
    }
  }

  private func move(
    _ name: [UInt8], of place: String, from source: String, to folder: String, _ destination: String
  ) throws(FileSystemError) {
    do throws(FileSystemError) { try FileSystem.moveAside(source + "/" + place, name, to: folder, name) } catch {
      // The hidden name of a folder that changes places is gone when people look for it.
      throw error.about(destination + "/" + place + String(decoding: name, as: UTF8.self))
    }
  }

  /// Where what lay in a folder of the layout belongs: in the same folder, or in that above all where something else has its name.
  private func home(of place: String, in destination: String) throws(FileSystemError) -> String {
    do throws(FileSystemError) { try FileSystem.createFolder(destination + "/" + place) } catch {
      guard error.code == .notDirectory else { throw error }
      return destination + "/"
    }
    return destination + "/" + place
  }

  /// Whether something foreign cannot follow when the folder is exchanged for another: what is mounted, and folders that this user may
  /// not write, since a folder knows where it lies.
  func holdsWhatCannotMove(in folder: String) -> Bool {
    files.places.contains { place in
      guard FileSystem.isPlainFolder(folder + "/" + place) else { return false }
      let path = Array((folder + "/" + place).utf8)
      let names = (try? files.foreignNames(in: folder, place)) ?? []
      return SystemCall.isMountPoint(path) || names.contains { cannotMove(path + $0) }
    }
  }

  private func cannotMove(_ path: [UInt8]) -> Bool {
    SystemCall.isMountPoint(path) || SystemCall.isUnwritableFolder(path)
  }
}

extension FileSystem {
  /// Gives something of others a place in another folder, under a name that is free there: its own, or its own with `.kept` behind it.
  ///
  /// - Parameters:
  ///   - source: where it lies, with a slash at its end.
  ///   - folder: where it shall lie, with a slash at its end.
  ///   - wanted: its name there, if that is free.
  /// - Throws: `FileSystemError`.
  static func moveAside(
    _ source: String, _ name: [UInt8], to folder: String, _ wanted: [UInt8]
  ) throws(FileSystemError) {
    let path = Array(source.utf8) + name
    let free = freePath(for: wanted, in: Array(folder.utf8))
    try FileSystemError.naming("move", String(decoding: path, as: UTF8.self)) {
      try SystemCall.rename(path, to: free)
    }
  }

  /// Gives something of others that lies where a file of ours belongs a free name beside it; nothing where a file or nothing lies there.
  ///
  /// - Throws: `FileSystemError`.
  static func makeWay(at path: String) throws(FileSystemError) {
    guard exists(path), !isRegularFile(path) else { return }
    let folder = parent(of: path) + "/"
    let name = Array(path.utf8.dropFirst(folder.utf8.count))
    try moveAside(folder, name, to: folder, name)
  }

  private static func freePath(for name: [UInt8], in folder: [UInt8]) -> [UInt8] {
    if !SystemCall.exists(folder + name) { return folder + name }
    var number = 1
    while true {
      // Scripts and this program know requests by how names end, so none ends like this. The longest name has 255 bytes.
      let path = folder + name.prefix(200) + Array((number == 1 ? ".kept" : ".kept-\(number)").utf8)
      if !SystemCall.exists(path) { return path }
      number += 1
    }
  }
}
