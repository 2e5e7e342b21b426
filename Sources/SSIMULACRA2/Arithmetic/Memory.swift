extension UnsafePointer<Float> {
  /// The four samples from a place on.
  @inline(__always)
  func lanes(at index: Int) -> Lanes {
    UnsafeRawPointer(self + index).loadUnaligned(as: Lanes.self)
  }
}

extension UnsafeMutablePointer<Float> {
  @inline(__always)
  func lanes(at index: Int) -> Lanes { UnsafePointer(self).lanes(at: index) }

  @inline(__always)
  func store(_ lanes: Lanes, at index: Int) {
    UnsafeMutableRawPointer(self + index).storeBytes(of: lanes, as: Lanes.self)
  }
}
