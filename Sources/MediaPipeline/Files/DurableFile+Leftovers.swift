import Essentials
import SystemPackage

/// Leftovers of killed programs.
extension DurableFile {
  /// Whether a name is one that this type gives to unfinished files.
  static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(temporaryPrefix) && name.hasSuffix(temporarySuffix)
  }

  /// Removes leftovers of a killed run. Call it only under the folder's lock.
  package static func removeLeftovers(in folder: String) {
    let names = (try? FileSystem.entries(of: folder)) ?? []
    for case .name(let name) in names where isTemporary(name) { FileSystem.remove(folder + "/" + name) }
  }

  /// Removes leftovers of killed programs that were writing this file. Files of running programs stay: these hold a lock on what they
  /// write.
  static func removeAbandoned(of path: String) {
    let folder = FileSystem.parent(of: path)
    let prefix = draftPrefix(of: path)
    for case .name(let name) in (try? FileSystem.entries(of: folder)) ?? []
    where isTemporary(name) && name.hasPrefix(prefix) && FileSystem.isRegularFile(folder + "/" + name) {
      removeUnlessLocked(folder + "/" + name)
    }
  }

  /// Removes leftovers of killed programs in a folder that others may be writing to now. Other machines' locks may be invisible: so only
  /// files untouched for an hour.
  package static func removeAbandoned(in folder: String) {
    for case .name(let name) in (try? FileSystem.entries(of: folder)) ?? [] where isTemporary(name) {
      let path = folder + "/" + name
      guard FileSystem.isRegularFile(path), let state = try? FileSystem.state(of: path) else { continue }
      if state.seconds < time(nil) - 3600 { removeUnlessLocked(path) }
    }
  }

  private static func removeUnlessLocked(_ path: String) {
    guard let file = try? FileReading.open(path) else { return }
    defer { try? file.close() }
    guard (try? SystemCall.lock(file, waits: false)) != nil else { return }
    FileSystem.remove(path)
  }
}
