extension Picture {
  /// Writes the light of a row; the last row and column go on for ever.
  func writeLight(row: Int, width: Int, into channel: (Int) -> UnsafeMutablePointer<Float>) {
    let start = min(row, height - 1) * stride
    for index in 0..<3 {
      let light = channel(index)
      let offset = samples == .gray ? 0 : index
      bytes.withUnsafeBufferPointer { bytes in
        LinearLight.ofSample.withUnsafeBufferPointer { table in
          for column in 0..<self.width {
            light[column] = table[Int(bytes[start + column * samples.rawValue + offset])]
          }
        }
      }
      for column in self.width..<max(width, self.width) { light[column] = light[self.width - 1] }
    }
  }
}
