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
  ///
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
