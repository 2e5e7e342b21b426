package import MediaFacts

/// The entry that a shared cache holds under the key of an action, in the form of Bazel's Remote Execution API (`ActionResult` of
/// https://github.com/bazelbuild/remote-apis/blob/main/build/bazel/remote/execution/v2/remote_execution.proto).
///
/// Plain servers would keep any bytes. bazel-remote refuses other messages, and answers 404 if it no longer has the files in
/// `output_files`. So a rendition is an output file with its own digest, as in any build. The facts about it are in `stdout_raw`, an
/// action's terminal output.
package struct ActionResult: Hashable, Sendable {
  /// The file under its own digest; nil if `record` holds everything.
  package var output: Output?
  package var record: [UInt8]

  package struct Output: Hashable, Sendable {
    package var digest: ContentDigest
    package var byteCount: Int

    package init(digest: ContentDigest, byteCount: Int) { (self.digest, self.byteCount) = (digest, byteCount) }
  }

  package init(output: Output?, record: [UInt8]) { (self.output, self.record) = (output, record) }
}

/// The numbers of the fields, as the API's definition has them.
private enum Field {
  static let outputFiles = 2
  static let standardOutput = 5
  static let path = 1
  static let digest = 2
  static let hash = 1
  static let sizeBytes = 2
}

extension ActionResult {
  /// The message's bytes (https://protobuf.dev/programming-guides/encoding).
  package var bytes: [UInt8] {
    let file = output.map { output in
      let digest =
        Self.field(Field.hash, Array(output.digest.hex.utf8)) + Self.tag(Field.sizeBytes, type: 0)
        + Self.varint(output.byteCount)
      return Self.field(Field.path, Array("rendition".utf8)) + Self.field(Field.digest, digest)
    }
    return (file.map { Self.field(Field.outputFiles, $0) } ?? []) + Self.field(Field.standardOutput, record)
  }

  private static func field(_ number: Int, _ bytes: [UInt8]) -> [UInt8] {
    tag(number, type: 2) + varint(bytes.count) + bytes
  }

  private static func tag(_ number: Int, type: Int) -> [UInt8] { varint(number << 3 | type) }

  private static func varint(_ value: Int) -> [UInt8] {
    var writer = CompactWriter()
    writer.add(varint: UInt64(value))
    return writer.bytes
  }
}

extension ActionResult {
  /// Reads a message of any origin; nil if it is not a message that richpush writes. Ignores fields that servers add.
  package init?(_ bytes: [UInt8]) {
    guard let fields = Self.fields(of: bytes), let record = fields.texts[Field.standardOutput]?.last else { return nil }
    self.record = record
    let files = fields.texts[Field.outputFiles] ?? []
    guard let file = files.first else { return }
    guard files.count == 1, let digest = Self.fields(of: file)?.texts[Field.digest]?.last.flatMap(Self.fields),
      let hash = digest.texts[Field.hash]?.last, let size = digest.numbers[Field.sizeBytes],
      let content = ContentDigest(hex: String(decoding: hash, as: UTF8.self)), let byteCount = Int(exactly: size)
    else { return nil }
    output = Output(digest: content, byteCount: byteCount)
  }

  /// The length-delimited fields of a message in the wire format of protocol buffers, in order, and the last value of each varint field, by
  /// number; nil if the bytes are not a message.
  private static func fields(of bytes: [UInt8]) -> (texts: [Int: [[UInt8]]], numbers: [Int: UInt64])? {
    var (reader, texts, numbers) = (CompactReader(bytes), [Int: [[UInt8]]](), [Int: UInt64]())
    do throws(CompactReader.Damage) {
      while !reader.isAtEnd {
        let tag = try reader.varint()
        guard let number = Int(exactly: tag >> 3), number > 0 else { return nil }
        switch tag & 7 {
        case 0: numbers[number] = try reader.varint()
        case 1: _ = try reader.bytes(8)
        case 2:
          guard let count = Int(exactly: try reader.varint()) else { return nil }
          texts[number, default: []].append(try reader.bytes(count))
        case 5: _ = try reader.bytes(4)
        default: return nil
        }
      }
    } catch { return nil }
    return (texts, numbers)
  }
}
