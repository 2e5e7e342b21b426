// All memory accesses of the encoder that the compiler does not check are in this file and `Vectors.swift`: each function
// proves its bounds before it skips checks.

extension Array where Element: BitwiseCopyable {
  /// Calls `body` with all elements.
  @inline(__always) mutating func withSpan(_ body: (inout MutableSpan<Element>) -> Void) {
    var elements = mutableSpan
    body(&elements)
  }

  /// - Parameter fill: writes all of so many elements; skipped ones have any value.
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

/// The number of elements in a buffer: a power of two, known at compile time.
package protocol BufferCapacity {
  /// The capacity minus one: all bits of a valid index.
  static var mask: Int { get }
}

package enum Capacity64: BufferCapacity { @inline(__always) package static var mask: Int { 63 } }
package enum Capacity128: BufferCapacity { @inline(__always) package static var mask: Int { 127 } }
package enum Capacity1024: BufferCapacity { @inline(__always) package static var mask: Int { 1023 } }
package enum Capacity2048: BufferCapacity { @inline(__always) package static var mask: Int { 2047 } }

/// Memory without invalid indices: after the last element the first follows.
///
/// Elements are changed in place, so the buffer stays the same and inner loops keep its address in a register.
@safe package struct WrappingBuffer<Element: BitwiseCopyable, Capacity: BufferCapacity>: ~Copyable {
  private let start: UnsafeMutablePointer<Element>

  package init(repeating value: Element) {
    unsafe start = .allocate(capacity: Self.capacity)
    unsafe start.initialize(repeating: value, count: Self.capacity)
  }

  /// - Parameter elements: its contents, followed by `value`.
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

  /// An element whose index is known to be below the capacity.
  @unsafe @inline(__always) subscript(unchecked index: Int) -> Element { unsafe start[index] }

  /// Changes an element in place. Its index is known to be below the capacity.
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
