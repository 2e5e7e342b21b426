/// The second byte of a JPEG marker (ITU-T T.81, table B.1).
package struct JPEGMarker: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let defineHuffmanTables = JPEGMarker(rawValue: 0xC4)
  package static let startOfImage = JPEGMarker(rawValue: 0xD8)
  package static let endOfImage = JPEGMarker(rawValue: 0xD9)
  package static let startOfScan = JPEGMarker(rawValue: 0xDA)
  package static let defineQuantizationTables = JPEGMarker(rawValue: 0xDB)
  package static let defineNumberOfLines = JPEGMarker(rawValue: 0xDC)
  package static let defineRestartInterval = JPEGMarker(rawValue: 0xDD)
  package static let comment = JPEGMarker(rawValue: 0xFE)

  /// APP0 to APP15.
  package static func application(_ number: UInt8) -> JPEGMarker { JPEGMarker(rawValue: 0xE0 | number & 15) }

  /// The number of an APPn marker, else nil.
  package var applicationNumber: Int? { rawValue & 0xF0 == 0xE0 ? Int(rawValue & 15) : nil }

  /// SOF0 to SOF15: how the picture is coded. DHT, JPG and DAC lie between them and are none.
  package var isStartOfFrame: Bool { rawValue & 0xF0 == 0xC0 && ![0xC4, 0xC8, 0xCC].contains(rawValue) }

  /// RST0 to RST7, which lie inside entropy-coded data.
  package var isRestart: Bool { 0xD0...0xD7 ~= rawValue }

  /// Markers without a length field: restarts, start and end of image, TEM.
  package var standsAlone: Bool { 0xD0...0xD9 ~= rawValue || rawValue == 0x01 }
}
