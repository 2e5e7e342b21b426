extension Array where Element: Sendable {
  /// Transforms every element, at most `limit` of them at once. Results come in the order of the elements.
  ///
  /// - Parameter size: a relative estimate of each one's time: the longest begin first, so that none is left while other processors are
  ///   idle (R. L. Graham, "Bounds on multiprocessing timing anomalies", 1969).
  package func mapInOrder<Result: Sendable>(
    atMost limit: Int, size: (Element) -> Int = { _ in 0 }, _ transform: @Sendable @escaping (Element) async -> Result
  ) async -> [Result] {
    let sizes = map(size)
    // Of equals, the first begins first.
    let order = indices.sorted { (sizes[$1], $0) < (sizes[$0], $1) }
    return await withTaskGroup(of: (Int, Result).self) { group in
      var results = [Result?](repeating: nil, count: count)
      for (begun, index) in order.enumerated() {
        if begun >= limit, let (done, result) = await group.next() { results[done] = result }
        let element = self[index]
        group.addTask { (index, await transform(element)) }
      }
      for await (done, result) in group { results[done] = result }
      return results.compactMap { $0 }
    }
  }
}

extension Array where Element: Sendable {
  /// The same without keeping the results: each is handed on in the order of the elements, and an element only begins when there is room
  /// for its result.
  package func forEachInOrder<Result: Sendable, Failure: Error>(
    atMost limit: Int, _ transform: @Sendable @escaping (Element) async -> Result,
    consume: (Result) throws(Failure) -> Void
  ) async throws(Failure) {
    var elements = makeIterator()
    try await transformInOrder(atMost: limit) { () throws(Failure) in
      elements.next()
    } transform: {
      await transform($0)
    } consume: { result throws(Failure) in
      try consume(result)
      return true
    }
  }
}

/// Transforms a sequence of elements, at most `limit` at once, and hands on the results in order. An element is only requested when there
/// is room for its result.
///
/// - Parameters:
///   - next: gives the next element; nil after the last.
///   - consume: receives a result; false: stop.
/// - Throws: what `next` and `consume` throw.
package func transformInOrder<Element: Sendable, Result: Sendable, Failure: Error>(
  atMost limit: Int, next: () throws(Failure) -> Element?,
  transform: @Sendable @escaping (Element) async -> Result, consume: (Result) throws(Failure) -> Bool
) async throws(Failure) {
  let outcome = await withTaskGroup(of: (Int, Result).self) {
    group -> Swift.Result<Void, Failure> in
    var waiting: [Int: Result] = [:]
    var (begun, consumed, isAtEnd) = (0, 0, false)
    do throws(Failure) {
      while true {
        while !isAtEnd, begun < consumed + limit {
          guard let element = try next() else {
            isAtEnd = true
            break
          }
          let index = begun
          group.addTask { (index, await transform(element)) }
          begun += 1
        }
        guard consumed < begun else { return .success(()) }
        if let (done, result) = await group.next() { waiting[done] = result }
        while let result = waiting.removeValue(forKey: consumed) {
          guard try consume(result) else {
            group.cancelAll()
            return .success(())
          }
          consumed += 1
        }
      }
    } catch {
      group.cancelAll()
      return .failure(error)
    }
  }
  try outcome.get()
}
