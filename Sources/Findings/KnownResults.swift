import Synchronization

/// Results by what they were made of, for all tasks that may need them again.
///
/// Of many it forgets all: if each has its own key, none is used again.
package final class KnownResults<Key: Hashable & Sendable, Result: Sendable>: Sendable {
  private let known = Mutex<[Key: Result]>([:])
  private let most: Int

  /// - Parameter most: how many are kept.
  package init(most: Int = 4096) { self.most = most }

  /// The result for a key; if it is unknown, it is made and kept.
  package func result<Failure>(for key: Key, _ make: () throws(Failure) -> Result) throws(Failure) -> Result {
    if let known = self[key] { return known }
    let result = try make()
    self[key] = result
    return result
  }

  package subscript(key: Key) -> Result? {
    get { known.withLock { $0[key] } }
    set {
      // Forgotten results are freed when others may ask again.
      _ = known.withLock { known -> [Key: Result] in
        let old = known.count < most ? [:] : exchange(&known, with: [:])
        known[key] = newValue
        return old
      }
    }
  }
}
