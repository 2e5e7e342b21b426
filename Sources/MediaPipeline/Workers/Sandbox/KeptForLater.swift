/// Which of the things that nobody uses are kept, in the order in which they came to be unused: so many, of so many bytes, and the
/// oldest go first. Each step takes the same time however many there are.
package struct KeptForLater<Key: Hashable> {
  private let mostBytes: Int
  private let mostCount: Int
  private var byteCounts: [Key: (byteCount: Int, number: Int)] = [:]
  /// Also those that have been taken since, which are passed over.
  private var queue: [(key: Key, number: Int)] = []
  private var first = 0
  private var next = 0
  /// Of all that are kept.
  package private(set) var byteCount = 0

  /// How many are kept.
  package var count: Int { byteCounts.count }

  package init(mostBytes: Int = 256 << 20, mostCount: Int = 64) {
    (self.mostBytes, self.mostCount) = (mostBytes, mostCount)
  }

  /// Takes out what is used again; nothing where it is not there.
  package mutating func take(_ key: Key) {
    if let taken = byteCounts.removeValue(forKey: key) { byteCount -= taken.byteCount }
  }

  /// Keeps what nobody uses any more.
  ///
  /// - Returns: what is not kept any longer, the oldest first.
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

  /// Makes the queue anew when most of it is of no use, which happens the less often the longer it is.
  private mutating func forgetTaken() {
    guard queue.count > 2 * count + 64 else { return }
    queue = queue[first...].filter { byteCounts[$0.key]?.number == $0.number }
    first = 0
  }
}
