import Findings

/// Some of the keys of a store.
package struct ObjectPage: Hashable, Sendable {
  package var keys: [String]
  /// The token for the next page; nil: this is the last.
  package var next: String?

  /// - Parameter next: empty counts as nil: it would load the first page again.
  package init(keys: [String], next: String?) {
    self.keys = keys
    self.next = next?.isEmpty == true ? nil : next
  }

  /// The most keys of a page, of all kinds of stores.
  package static let largestSize = 1_000
  /// The largest response in bytes: a key has up to 1,024, plus a few hundred.
  static let largestAnswer = 16 << 20
}

extension ObjectStoreClient {
  /// All keys that begin with a prefix, in no order.
  ///
  /// - Parameters:
  ///   - limit: more keys are an error.
  ///   - pageSize: smaller only in tests.
  /// - Throws: `ObjectStoreError`.
  package func keys(
    of prefix: String, limit: Int, pageSize: Int = ObjectPage.largestSize
  ) async throws(ObjectStoreError) -> [String] {
    var keys: [String] = []
    var token: String?
    // Pages may be short or empty, and not the last.
    for _ in 1...10_000 {
      let page = try await page(of: prefix, after: token, size: pageSize)
      keys += page.keys.filter { $0.hasPrefix(prefix) }
      guard keys.count <= limit else { break }
      guard let next = page.next else { return keys }
      token = next
    }
    throw ObjectStoreError(
      .rejected, store: name, detail: "its list of \(prefix.quoted) has more than \(limit) names, or no end")
  }
}
