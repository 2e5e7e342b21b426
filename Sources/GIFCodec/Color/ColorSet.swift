/// Up to 256 distinct opaque colours in the order they were first seen; beyond that only that there are more.
struct ColorSet {
  private(set) var colors: [Pixel] = []
  /// True when more than 256 distinct colours were seen; `colors` then holds the first 256.
  private(set) var hasOverflowed = false
  private var slots = [UInt32](repeating: 0, count: 1024)
  private var last = Pixel.transparent

  /// Adds a colour; what is transparent is passed over.
  mutating func insert(_ pixel: Pixel) {
    guard pixel != last, pixel.isOpaque else { return }
    last = pixel
    guard !contains(pixel) else { return }
    guard colors.count < 256 else {
      hasOverflowed = true
      return
    }
    slots[slot(of: pixel)] = pixel.bits
    colors.append(pixel)
  }

  func contains(_ pixel: Pixel) -> Bool { slots[slot(of: pixel)] == pixel.bits }

  /// Where the colour is, or the empty slot where it would go. A quarter of the slots are ever filled, so there is one.
  private func slot(of pixel: Pixel) -> Int {
    var slot = Int(truncatingIfNeeded: (pixel.bits &* 0x9E37_79B1) >> 22)
    while slots[slot] != 0, slots[slot] != pixel.bits { slot = (slot + 1) & 1023 }
    return slot
  }
}
