// Inner loops read and write memory through pointers. All that they point to has elements, so that none is ever nil.

extension Array {
  /// Calls `body` with the address of the first of the elements, of which there is at least one.
  @inline(__always) func withPointer<Result>(_ body: (UnsafePointer<Element>) -> Result) -> Result {
    withUnsafeBufferPointer { buffer in
      guard let address = buffer.baseAddress else { preconditionFailure("there are no elements to point to") }
      return body(address)
    }
  }

  /// Calls `body` with the address of the first of the elements, of which there is at least one.
  @inline(__always) mutating func withMutablePointer<Result>(
    _ body: (UnsafeMutablePointer<Element>) -> Result
  ) -> Result {
    withUnsafeMutableBufferPointer { buffer in
      guard let address = buffer.baseAddress else { preconditionFailure("there are no elements to point to") }
      return body(address)
    }
  }

  /// At least one element; `fill` writes them all.
  @inline(__always) init(count: Int, fill: (UnsafeMutablePointer<Element>) -> Void) {
    self.init(unsafeUninitializedCapacity: count) { buffer, initialized in
      guard let address = buffer.baseAddress else { preconditionFailure("there are no elements to point to") }
      fill(address)
      initialized = count
    }
  }
}

/// Calls `body` with room for some elements, at least one, which it writes before it reads them.
@inline(__always) func withScratch<Element, Result>(
  of type: Element.Type, count: Int, _ body: (UnsafeMutablePointer<Element>) -> Result
) -> Result {
  withUnsafeTemporaryAllocation(of: type, capacity: count) { buffer in
    guard let address = buffer.baseAddress else { preconditionFailure("there is no room for anything") }
    return body(address)
  }
}
