import Csystem
import MediaFacts
import PushDelivery
import SystemPackage

/// Copies of sources in a folder in which workers can only read files whose names they know. A source is copied once for consecutive jobs;
/// if the file system supports it, a copy shares its blocks and costs nothing.
actor SourceCopies {
  private let folder: String
  private var copies: [Key: Copy] = [:]
  /// Unused copies kept for the next job, the oldest first.
  private var unused: [Key] = []

  private static let mostUnused = 64
  private static let mostUnusedBytes = 256 << 20

  /// - Parameter folder: existing and private.
  init(folder: String) { self.folder = folder }

  /// A source in its state: after a change it is another.
  private struct Key: Hashable {
    let path: String
    let state: FileState
  }

  private struct Copy {
    let path: String
    let byteCount: Int
    var userCount = 0
    let making: Task<Void, any Error>
  }

  /// Lends a worker a copy of a source.
  func with<Value: Sendable>(
    _ path: String, limit: Int, body: @Sendable (String) async -> Value
  ) async throws(MediaError) -> Value {
    let key = try Self.key(path, limit: limit)
    let copy = borrow(key)
    let made = await copy.making.result
    guard case .success = made else {
      giveBack(key, isGood: false)
      throw Self.error(made)
    }
    let value = await body(copy.path)
    giveBack(key, isGood: true)
    return value
  }

  private static func key(_ path: String, limit: Int) throws(MediaError) -> Key {
    do {
      let state = try FileSystem.state(of: path)
      guard state.byteCount <= limit else { throw FileSystemError("read", path, .fileTooLarge) }
      return Key(path: path, state: state)
    } catch {
      throw SourceReader.mediaError(error, path: path, limit: limit)
    }
  }

  private static func error(_ result: Result<Void, any Error>) -> MediaError {
    guard case .failure(let error) = result else { return .machine(detail: "a source cannot be copied") }
    if let error = error as? MediaError { return error }
    return .refused("a source cannot be copied for a worker", by: error)
  }

  private func borrow(_ key: Key) -> Copy {
    unused.removeAll { $0 == key }
    var copy = copies[key] ?? newCopy(of: key)
    copy.userCount += 1
    copies[key] = copy
    return copy
  }

  private func newCopy(of key: Key) -> Copy {
    // It cannot be guessed, so a worker only finds sources that it was given.
    let name = String(String.UnicodeScalarView(key.path.unicodeScalars.suffix(40).map { $0 == "/" ? "-" : $0 }))
    let place = "\(folder)/\(String.randomName)-\(name)"
    return Copy(
      path: place, byteCount: key.state.byteCount,
      making: Task { try await BlockingThreads.forFiles.run { try FileCopy.make(of: key.path, at: place) } })
  }

  private func giveBack(_ key: Key, isGood: Bool) {
    guard var copy = copies[key] else { return }
    copy.userCount -= 1
    copies[key] = copy
    guard copy.userCount == 0 else { return }
    guard isGood else { return remove(key) }
    unused.append(key)
    while unused.count > Self.mostUnused || unusedByteCount > Self.mostUnusedBytes { remove(unused.removeFirst()) }
  }

  private var unusedByteCount: Int { unused.reduce(0) { $0 + (copies[$1]?.byteCount ?? 0) } }

  private func remove(_ key: Key) {
    guard let copy = copies.removeValue(forKey: key) else { return }
    FileSystem.remove(copy.path)
  }
}

/// Copies a file's bytes.
enum FileCopy {
  /// Copies a regular file, sharing its blocks if the file system supports it.
  static func make(of path: String, at place: String) throws(FileSystemError) {
    let source = try FileReading.open(path)
    defer { try? source.close() }
    let copy = try NewFile.create(place, permissions: .ownerReadWrite)
    defer { try? copy.close() }
    let code = csystem_copy(source.rawValue, copy.rawValue)
    guard code != 0 else { return }
    let error = FileSystemError("copy", path, Errno(rawValue: code))
    // Then the copy's place is full, not the source's.
    throw error.isOutOfSpace ? error.about(place) : error
  }
}
