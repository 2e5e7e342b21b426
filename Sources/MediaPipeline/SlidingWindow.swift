extension Array where Element: Sendable {
  /// Transforms every element, at most `limit` of them at once. Results come in the order of the elements.
  func mapInOrder<Result: Sendable>(
    atMost limit: Int, _ transform: @Sendable @escaping (Element) async -> Result
  ) async -> [Result] {
    await withTaskGroup(of: (Int, Result).self) { group in
      var results = [Result?](repeating: nil, count: count)
      for (index, element) in enumerated() {
        if index >= limit, let (done, result) = await group.next() { results[done] = result }
        group.addTask { (index, await transform(element)) }
      }
      for await (done, result) in group { results[done] = result }
      return results.compactMap { $0 }
    }
  }
}
