/// The brightness of a picture, with white where nothing is.
struct LumaPlane {
  let width: Int
  let height: Int
  let values: [Float]

  init(rgba: [UInt8], width: Int, height: Int) {
    self.width = width
    self.height = height
    values = rgba.withUnsafeBufferPointer { rgba in
      (0..<width * height).map { index in
        let start = index &* 4
        guard rgba[start &+ 3] >= 128 else { return 255 }
        return 0.299 * Float(rgba[start]) + 0.587 * Float(rgba[start &+ 1]) + 0.114 * Float(rgba[start &+ 2])
      }
    }
  }

  private init(width: Int, height: Int, values: [Float]) {
    self.width = width
    self.height = height
    self.values = values
  }

  /// The picture in another size, by linear interpolation, as screens enlarge it.
  func resized(width newWidth: Int, height newHeight: Int) -> LumaPlane {
    if newWidth == width, newHeight == height { return self }
    let columns = Self.positions(from: width, to: newWidth)
    let rows = Self.positions(from: height, to: newHeight)
    var result: [Float] = []
    result.reserveCapacity(newWidth * newHeight)
    values.withUnsafeBufferPointer { values in
      for row in rows {
        for column in columns {
          let top = row.first &* width
          let bottom = row.second &* width
          let upper = values[top &+ column.first] * (1 - column.part) + values[top &+ column.second] * column.part
          let lower = values[bottom &+ column.first] * (1 - column.part) + values[bottom &+ column.second] * column.part
          result.append(upper * (1 - row.part) + lower * row.part)
        }
      }
    }
    return LumaPlane(width: newWidth, height: newHeight, values: result)
  }

  /// Between which two old places each new one lies, and how far towards the second.
  private static func positions(from old: Int, to new: Int) -> [(first: Int, second: Int, part: Float)] {
    (0..<new).map { index in
      let place = max(0, (Double(index) + 0.5) * Double(old) / Double(new) - 0.5)
      let first = min(Int(place), old - 1)
      return (first, min(first + 1, old - 1), Float(place - Double(first)))
    }
  }
}
