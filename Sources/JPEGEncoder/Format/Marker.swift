/// The second byte of a marker (ITU-T T.81, table B.1).
enum Marker: UInt8 {
  case baselineFrame = 0xC0
  case progressiveFrame = 0xC2
  case huffman = 0xC4
  case startOfImage = 0xD8
  case endOfImage = 0xD9
  case scan = 0xDA
  case quantization = 0xDB
  case application = 0xE0

  var bytes: [UInt8] { [0xFF, rawValue] }

  /// The marker, the length and the content, which is shorter than 65,534 bytes.
  func segment(_ content: [UInt8]) -> [UInt8] {
    let length = content.count + 2
    return bytes + [UInt8(length >> 8), UInt8(length & 0xFF)] + content
  }
}

extension Scan {
  /// The band and the bits: Ss, Se, Ah and Al (ITU-T T.81, B.2.3).
  var parameters: [UInt8] {
    switch content {
    case .sequential: [0, 63, 0]
    case .dc: [0, 0, 0]
    case .ac(let band, let lowBits): [UInt8(band.lowerBound), UInt8(band.upperBound), UInt8(lowBits)]
    case .refinement(let bit): [1, 63, UInt8(bit + 1) << 4 | UInt8(bit)]
    }
  }

  /// Class and destination of one of its tables, as definitions name it: baseline has two of each class.
  func tableIdentifier(_ table: Int) -> UInt8 {
    switch content {
    case .sequential: UInt8(table / 2) << 4 | UInt8(table % 2)
    case .dc: 0
    case .ac, .refinement: 0x10
    }
  }

  /// The destinations of a component's DC and AC table.
  func tableSelector(_ component: Int) -> UInt8 {
    if case .sequential = content { component == 0 ? 0 : 0x11 } else { 0 }
  }
}
