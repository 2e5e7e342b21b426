/// The bytes of a JPEG in the JFIF format (ITU-T T.81, annex B; ITU-T T.871).
package struct JPEGFile {
  let picture: QuantizedPicture
  let script: ScanScript
  private let scans: [CodedScan]

  package init(_ picture: QuantizedPicture, _ script: ScanScript) {
    (self.picture, self.script) = (picture, script)
    scans = script.scans(picture.shape).map { CodedScan($0, of: picture.components) }
  }

  /// - Parameter other: the file of a picture that only differs in luma's AC: other scans are reused.
  init(_ picture: QuantizedPicture, likeButForLuma other: JPEGFile) {
    self.picture = picture
    script = other.script
    scans = other.scans.map { $0.scan.hasACOfLuma ? CodedScan($0.scan, of: picture.components) : $0 }
  }

  /// The bytes of the file without stuffing, which adds about one in three hundred.
  package var countedBytes: Int { header.count + scans.reduce(2) { $0 + $1.byteCount } }

  package var bytes: [UInt8] {
    var bytes = header
    for scan in scans {
      bytes += definitions(scan)
      bytes += scanHeader(scan.scan)
      bytes += scan.data(picture.components)
    }
    return bytes + Marker.endOfImage.bytes
  }

  private var header: [UInt8] { Marker.startOfImage.bytes + applicationSegment + quantizationSegment + frameHeader }

  /// JFIF 1.1, square pixels, no thumbnail.
  private var applicationSegment: [UInt8] {
    Marker.application.segment(Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
  }

  private var quantizationSegment: [UInt8] {
    Marker.quantization.segment(
      [0] + picture.tables.luma + (picture.components.count > 1 ? [1] + picture.tables.chroma : []))
  }

  private var frameHeader: [UInt8] {
    let shape = picture.shape
    var content: [UInt8] = [8] + Self.bytes(shape.height) + Self.bytes(shape.width) + [UInt8(picture.components.count)]
    for index in picture.components.indices {
      let factor = UInt8(shape.factor(index))
      content += [UInt8(index + 1), factor << 4 | factor, UInt8(min(index, 1))]
    }
    return (script == .sequential ? Marker.baselineFrame : .progressiveFrame).segment(content)
  }

  private func definitions(_ scan: CodedScan) -> [UInt8] {
    let content = scan.usedTables.flatMap { index -> [UInt8] in
      let table = scan.tables[index]
      return [scan.scan.tableIdentifier(index)] + table.lengthCounts + table.symbols
    }
    return content.isEmpty ? [] : Marker.huffman.segment(content)
  }

  private func scanHeader(_ scan: Scan) -> [UInt8] {
    let selectors = scan.components.flatMap { [UInt8($0 + 1), scan.tableSelector($0)] }
    return Marker.scan.segment([UInt8(scan.components.count)] + selectors + scan.parameters)
  }

  private static func bytes(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }
}

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
