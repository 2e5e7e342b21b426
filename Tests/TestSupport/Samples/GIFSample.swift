/// Writes GIF streams, sound in structure; their pixels are not valid LZW codes.
package enum GIFSample {
  package static func start(width: Int = 20, height: Int = 10) -> [UInt8] {
    ascii("GIF89a") + little(width, 2) + little(height, 2) + [0x80, 0, 0] + [0, 0, 0, 255, 255, 255]
  }

  package static func frame(left: Int = 0, width: Int = 20, height: Int = 10) -> [UInt8] {
    [0x2C] + little(left, 2) + little(0, 2) + little(width, 2) + little(height, 2) + [0x81]
      + [UInt8](repeating: 0, count: 12) + [2, 3, 0x2C, 0x3B, 0x21, 0]
  }

  package static func control(isTransparent: Bool) -> [UInt8] { [0x21, 0xF9, 4, isTransparent ? 1 : 0, 10, 0, 0, 0] }

  package static func control(delay: Int, disposal: UInt8) -> [UInt8] {
    [0x21, 0xF9, 4, disposal << 2] + little(delay, 2) + [0, 0]
  }

  package static func application(_ name: String, _ data: [UInt8]) -> [UInt8] { [0x21, 0xFF, 11] + ascii(name) + data }

  package static let loop = application("NETSCAPE2.0", [3, 1, 7, 0, 0])
  package static let comment: [UInt8] = [0x21, 0xFE, 2, 0x68, 0x69, 0]
  package static let xmp = application("XMP DataXMP", [UInt8(20)] + ascii("exif:GPSLatitude=1/2") + [0])
  package static let end: [UInt8] = [0x3B]

  package static let full =
    start() + loop + comment + xmp + control(isTransparent: true) + frame() + control(isTransparent: false) + frame()
    + end + ascii("trailing")
}
