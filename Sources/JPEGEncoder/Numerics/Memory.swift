// All memory of the encoder that the compiler does not check by itself is reached through what stands in this file and in
// `Vectors.swift`: each function proves its bounds before it leaves checks out.

extension Array where Element: BitwiseCopyable {
  /// Calls `body` with all elements.
  @inline(__always) mutating func withSpan(_ body: (inout MutableSpan<Element>) -> Void) {
    var elements = mutableSpan
    body(&elements)
  }

  /// - Parameter fill: writes all of so many elements; those that it leaves out have any value.
  @inline(__always) init(count: Int, fill: (_ elements: inout MutableSpan<Element>) -> Void) {
    unsafe self.init(unsafeUninitializedCapacity: count) { buffer, initialized in
      var elements = unsafe MutableSpan(_unsafeElements: UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
      fill(&elements)
      initialized = count
    }
  }
}

extension MutableSpan where Element: BitwiseCopyable {
  /// Calls `body` with a range of the elements.
  @inline(__always) mutating func withRange(_ range: Range<Int>, _ body: (inout MutableSpan<Element>) -> Void) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "the range is within the span")
    unsafe withUnsafeMutableBufferPointer { elements in
      var part = unsafe MutableSpan(_unsafeElements: UnsafeMutableBufferPointer(rebasing: elements[range]))
      body(&part)
    }
  }

  /// Copies all elements of another span to the beginning of this one.
  @inline(__always) mutating func copy(_ source: Span<Element>) {
    precondition(source.count <= count, "there is room for all elements")
    for place in 0..<source.count { unsafe self[unchecked: place] = source[unchecked: place] }
  }
}

/// How many elements a buffer has: a power of two, known when the program is compiled.
package protocol BufferCapacity {
  /// One less than the capacity: all bits of an index that is within bounds.
  static var mask: Int { get }
}

package enum Capacity64: BufferCapacity { @inline(__always) package static var mask: Int { 63 } }
package enum Capacity128: BufferCapacity { @inline(__always) package static var mask: Int { 127 } }
package enum Capacity1024: BufferCapacity { @inline(__always) package static var mask: Int { 1023 } }
package enum Capacity2048: BufferCapacity { @inline(__always) package static var mask: Int { 2047 } }

/// Memory of its own in which no index is out of bounds: after the last element the first follows.
///
/// Its elements are changed where they are, so that the buffer stays the same: inner loops keep its place in a register.
@safe package struct WrappingBuffer<Element: BitwiseCopyable, Capacity: BufferCapacity>: ~Copyable {
  private let start: UnsafeMutablePointer<Element>

  package init(repeating value: Element) {
    unsafe start = .allocate(capacity: Self.capacity)
    unsafe start.initialize(repeating: value, count: Self.capacity)
  }

  /// - Parameter elements: what is in it, followed by `value`.
  init(_ elements: some Collection<Element>, then value: Element) {
    precondition(elements.count <= Self.capacity, "there is room for all elements")
    self.init(repeating: value)
    for (index, element) in elements.enumerated() { self[index] = element }
  }

  deinit { unsafe start.deallocate() }

  @inline(__always) static var capacity: Int { Capacity.mask + 1 }

  @inline(__always) package subscript(index: Int) -> Element {
    get { unsafe start[index & Capacity.mask] }
    nonmutating set { unsafe start[index & Capacity.mask] = newValue }
  }

  /// An element of which it is known that its index is below the capacity.
  @unsafe @inline(__always) subscript(unchecked index: Int) -> Element { unsafe start[index] }

  /// Changes an element where it is, of which it is known that its index is below the capacity.
  @unsafe @inline(__always) func update(unchecked index: Int, _ body: (inout Element) -> Void) {
    unsafe body(&start[index])
  }

  /// Calls `body` with a range of the elements.
  @inline(__always) func withSpan<Result>(_ range: Range<Int>, _ body: (Span<Element>) -> Result) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= Self.capacity, "the range is within the buffer")
    return unsafe body(Span(_unsafeElements: UnsafeBufferPointer(start: start + range.lowerBound, count: range.count)))
  }
}

extension WrappingBuffer where Element == Float {
  /// Eight elements from a multiple of eight on.
  @inline(__always) subscript(vector group: Int) -> SIMD8<Float> {
    get { unsafe UnsafeRawPointer(start + (8 &* group) & Capacity.mask).loadUnaligned(as: SIMD8<Float>.self) }
    nonmutating set {
      unsafe UnsafeMutableRawPointer(start + (8 &* group) & Capacity.mask)
        .storeBytes(of: newValue, as: SIMD8<Float>.self)
    }
  }
}
