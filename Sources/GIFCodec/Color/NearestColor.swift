/// Finds the palette colour nearest to a colour, and remembers what it found.
struct NearestColor {
  let coordinates: [ColorCoordinates]
  private let colors: [Pixel]
  private var known: [UInt32]
  private var answers: [UInt8]
  private static let slotBits: UInt32 = 13

  /// - Parameter colors: at least one, at most 256.
  init(_ colors: [Pixel]) {
    self.colors = colors
    coordinates = colors.map { ColorCoordinates($0) }
    // No opaque pixel is 0, so that an empty slot answers nothing.
    known = [UInt32](repeating: 0, count: 1 << Int(Self.slotBits))
    answers = [UInt8](repeating: 0, count: 1 << Int(Self.slotBits))
  }

  /// The place in the palette of the nearest colour; of the very same colour if it is there.
  mutating func index(of pixel: Pixel) -> Int {
    let slot = Int(truncatingIfNeeded: (pixel.bits &* 0x9E37_79B1) >> (32 - Self.slotBits))
    if known[slot] == pixel.bits { return Int(answers[slot]) }
    let found = search(pixel)
    known[slot] = pixel.bits
    answers[slot] = UInt8(truncatingIfNeeded: found)
    return found
  }

  private func search(_ pixel: Pixel) -> Int {
    let target = ColorCoordinates(pixel)
    var best = (index: 0, distance: Int32.max)
    coordinates.withUnsafeBufferPointer { coordinates in
      for index in 0..<coordinates.count {
        let distance = coordinates[index].distance(to: target)
        if distance < best.distance || distance == best.distance && colors[index] == pixel {
          best = (index, distance)
        }
      }
    }
    return best.index
  }
}
