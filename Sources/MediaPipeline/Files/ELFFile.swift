import SystemPackage

/// The segments of a 64-bit little-endian ELF file: all programs and libraries that richpush runs with are such files, except on macOS.
/// https://refspecs.linuxfoundation.org/elf/gabi4+/ch5.pheader.html
package struct ELFFile {
  /// The type of a segment, by its number in the table.
  package enum Segment: Int {
    /// `PT_INTERP`
    case interpreter = 3
    /// `PT_NOTE`
    case notes = 4
  }

  private let file: FileDescriptor
  /// The kind, start and length of each segment.
  private let table: [(kind: Int, offset: Int, byteCount: Int)]

  /// Reads a file's segment table and gives it to `body`; nil if the file is not an ELF file or cannot be read.
  package static func with<Value>(_ path: String, _ body: (ELFFile) -> Value?) -> Value? {
    guard let file = try? FileReading.open(path) else { return nil }
    defer { try? file.close() }
    return ELFFile(file).flatMap(body)
  }

  private init?(_ file: FileDescriptor) {
    guard let head = Self.bytes(file, at: 0, byteCount: 64), head.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]),
      let place = head.number(at: 32, byteCount: 8), let size = head.number(at: 54, byteCount: 2),
      let count = head.number(at: 56, byteCount: 2), let bytes = Self.bytes(file, at: place, byteCount: size * count)
    else { return nil }
    self.file = file
    table = (0..<count).compactMap { index in
      let entry = index * size
      guard let kind = bytes.number(at: entry, byteCount: 4), let offset = bytes.number(at: entry + 8, byteCount: 8),
        let byteCount = bytes.number(at: entry + 32, byteCount: 8)
      else { return nil }
      return (kind, offset, byteCount)
    }
  }

  /// The bytes of each segment of a kind, in the table's order; skips incomplete segments.
  package func contents(of segment: Segment) -> [[UInt8]] {
    table.filter { $0.kind == segment.rawValue }
      .compactMap { Self.bytes(file, at: $0.offset, byteCount: $0.byteCount) }
  }

  /// The program interpreter (dynamic loader); nil for libraries and statically linked programs.
  package static func interpreter(of path: String) -> String? {
    with(path) { file in
      guard let bytes = file.contents(of: .interpreter).first, bytes.last == 0 else { return nil }
      // As the system reads it: tools that write a shorter path pad the rest.
      return String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// Names and notes have some hundred bytes; larger claims are not believed.
  private static let mostBytes = 1 << 20

  private static func bytes(_ file: FileDescriptor, at offset: Int, byteCount: Int) -> [UInt8]? {
    guard byteCount <= mostBytes, let bytes = try? FileReading.bytes(of: file, offset..<(offset + byteCount)),
      bytes.count == byteCount
    else { return nil }
    return bytes
  }
}

extension [UInt8] {
  /// A little-endian number of up to eight bytes; nil if there are not that many, or it is too large for an offset.
  func number(at offset: Int, byteCount: Int) -> Int? {
    guard offset >= 0, offset <= count - byteCount else { return nil }
    let number = self[offset..<(offset + byteCount)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return number < 1 << 40 ? Int(number) : nil
  }
}
