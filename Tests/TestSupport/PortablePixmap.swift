/// A picture in Netpbm's binary formats for gray (PGM) and colour (PPM), with 8 bits a sample.
public struct PortablePixmap: Hashable, Sendable {
  public let width: Int
  public let height: Int
  /// Samples of each pixel: 1 for gray, 3 for red, green and blue.
  public let channels: Int
  /// Rows without gaps.
  public let samples: [UInt8]

  public init(width: Int, height: Int, channels: Int, samples: [UInt8]) {
    self.width = width
    self.height = height
    self.channels = channels
    self.samples = samples
  }

  /// - Returns: nil if the file is not one of these.
  public init?(_ file: [UInt8]) {
    var place = 0
    let words = (0..<4).compactMap { _ in Self.word(file, &place) }
    guard words.count == 4, let width = Int(words[1]), let height = Int(words[2]), words[3] == "255" else { return nil }
    guard let channels = ["P5": 1, "P6": 3][words[0]] else { return nil }
    self.init(width: width, height: height, channels: channels, samples: Array(file[place...]))
  }

  /// The bytes of the file.
  public var bytes: [UInt8] { Array("\(channels == 1 ? "P5" : "P6")\n\(width) \(height)\n255\n".utf8) + samples }

  /// A word and the one character after it; comments are left out.
  private static func word(_ file: [UInt8], _ place: inout Int) -> String? {
    var word: [UInt8] = []
    while place < file.count {
      let byte = file[place]
      place += 1
      if byte == UInt8(ascii: "#") {
        place = (file[place...].firstIndex(of: UInt8(ascii: "\n")) ?? file.count - 1) + 1
      } else if byte > 32 {
        word.append(byte)
      } else if !word.isEmpty {
        return String(decoding: word, as: UTF8.self)
      }
    }
    return nil
  }
}
