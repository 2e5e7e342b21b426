/// Writes BMP files.
package enum BMPSample {
  /// A file header, the 40 bytes of BITMAPINFOHEADER, and pixels of zeros.
  package static func file(width: Int, height: Int, bits: Int, pixelCount: Int) -> [UInt8] {
    ascii("BM") + little(54 + pixelCount, 4) + little(0, 4) + little(54, 4) + info(40, width, height, bits, 0)
      + [UInt8](repeating: 0, count: pixelCount)
  }

  package static func info(_ size: Int, _ width: Int, _ height: Int, _ bits: Int, _ compression: Int) -> [UInt8] {
    little(size, 4) + little(width, 4) + little(height, 4) + little(1, 2) + little(bits, 2) + little(compression, 4)
      + [UInt8](repeating: 0, count: 20)
  }

  /// The oldest header, of 12 bytes.
  package static let core =
    ascii("BM") + little(30, 4) + little(0, 4) + little(26, 4) + little(12, 4) + little(1, 2) + little(1, 2)
    + little(1, 2) + little(24, 2) + [1, 2, 3, 0]

  /// A version 5 header with an alpha mask and an embedded profile behind the pixels.
  package static let versionFive =
    ascii("BM") + little(0, 4) + little(0, 4) + little(138, 4) + info(124, 1, -1, 32, 3)
    + [0xFF0000, 0xFF00, 0xFF, 0xFF00_0000].flatMap { little($0, 4) } + ascii("DEBM") + [UInt8](repeating: 0, count: 52)
    + little(128, 4) + little(ICCSample.sRGB.bytes.count, 4) + little(0, 4) + [1, 2, 3, 4] + ICCSample.sRGB.bytes
}
