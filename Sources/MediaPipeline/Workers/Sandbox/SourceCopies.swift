import Csystem
import MediaFacts
import PushDelivery
import SystemPackage

/// Copies of sources in a folder in which workers can only read files whose names they know. A source is copied once for consecutive jobs;
/// if the file system supports it, a copy shares its blocks and costs nothing.
actor SourceCopies {
  private let folder: String
  private var copies: [Key: Copy] = [:]
  /// Unused copies kept for the next job.
  private var unused = UnusedCopies()

  /// - Parameter folder: existing and private.
  init(folder: String) { self.folder = folder }

  /// A source in its state: after a change it is another.
  private struct Key: Hashable {
    let path: String
    let state: FileState
  }

  private typealias UnusedCopies = KeptForLater<Key>

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
    unused.take(key)
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
    for dropped in unused.keep(key, byteCount: copy.byteCount) { remove(dropped) }
  }

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

/// A queue of unused items in the order in which they became unused: limited in number and bytes, the oldest are dropped first. Each step
/// takes constant time.
package struct KeptForLater<Key: Hashable> {
  private let mostBytes: Int
  private let mostCount: Int
  private var byteCounts: [Key: (byteCount: Int, number: Int)] = [:]
  /// Also contains items taken since, which are skipped.
  private var queue: [(key: Key, number: Int)] = []
  private var first = 0
  private var next = 0
  /// Of all kept items.
  package private(set) var byteCount = 0

  /// How many are kept.
  package var count: Int { byteCounts.count }

  package init(mostBytes: Int = 256 << 20, mostCount: Int = 64) {
    (self.mostBytes, self.mostCount) = (mostBytes, mostCount)
  }

  /// Removes an item that is used again, if present.
  package mutating func take(_ key: Key) {
    if let taken = byteCounts.removeValue(forKey: key) { byteCount -= taken.byteCount }
  }

  /// Keeps an item that is no longer used.
  /// - Returns: the dropped items, the oldest first.
  package mutating func keep(_ key: Key, byteCount: Int) -> [Key] {
    take(key)
    byteCounts[key] = (byteCount, next)
    queue.append((key, next))
    next += 1
    self.byteCount += byteCount
    var dropped: [Key] = []
    while self.byteCount > mostBytes || count > mostCount, let oldest = popOldest() { dropped.append(oldest) }
    forgetTaken()
    return dropped
  }

  private mutating func popOldest() -> Key? {
    while first < queue.count {
      let (key, number) = queue[first]
      first += 1
      guard byteCounts[key]?.number == number else { continue }
      take(key)
      return key
    }
    return nil
  }

  /// Rebuilds the queue if most of it is stale, which happens less often the longer it is.
  private mutating func forgetTaken() {
    guard queue.count > 2 * count + 64 else { return }
    queue = queue[first...].filter { byteCounts[$0.key]?.number == $0.number }
    first = 0
  }
}
