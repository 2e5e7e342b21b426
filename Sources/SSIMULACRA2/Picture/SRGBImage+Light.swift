extension SRGBImage {
  /// Writes red (0), green (1) or blue (2) light of a row. What lies beyond the picture is as its last row and column.
  func writeLight(channel: Int, row: Int, width: Int, into light: UnsafeMutablePointer<Float>) {
    let start = min(row, height - 1) * stride + (samples == .gray ? 0 : channel)
    let within = min(self.width, width)
    let step = samples.rawValue
    bytes.withUnsafeBufferPointer { bytes in
      LinearLight.ofSample.withUnsafeBufferPointer { table in
        for column in 0..<within { light[column] = table[Int(bytes[start &+ column &* step])] }
      }
    }
    for column in within..<width { light[column] = light[within - 1] }
  }
}
