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
    var rest = UInt64(value)
    var bytes: [UInt8] = []
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }
}

extension ActionResult {
  /// Reads a message of any origin; nil if it is not a message that richpush writes. Ignores fields that servers add.
  package init?(_ bytes: [UInt8]) {
    guard let fields = ProtobufFields(bytes[...]) else { return nil }
    let files = fields.values(Field.outputFiles)
    guard let record = fields.values(Field.standardOutput).last, files.count <= 1 else { return nil }
    self.record = Array(record)
    guard let file = files.first else { return }
    guard let output = Output(file) else { return nil }
    self.output = output
  }
}

extension ActionResult.Output {
  fileprivate init?(_ file: ArraySlice<UInt8>) {
    guard let digest = ProtobufFields(file)?.values(Field.digest).last.flatMap({ ProtobufFields($0) }),
      let hash = digest.values(Field.hash).last, let size = digest.numbers[Field.sizeBytes],
      let content = ContentDigest(hex: String(decoding: hash, as: UTF8.self)), let byteCount = Int(exactly: size)
    else { return nil }
    self.init(digest: content, byteCount: byteCount)
  }
}

/// The fields of a message in the wire format of protocol buffers.
private struct ProtobufFields {
  /// The length-delimited fields, in order.
  private var texts: [(number: Int, bytes: ArraySlice<UInt8>)] = []
  /// The last value of each varint field.
  private(set) var numbers: [Int: UInt64] = [:]

  /// Nil if the bytes are not a message.
  init?(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while !rest.isEmpty {
      guard let tag = Self.varint(&rest), let number = Int(exactly: tag >> 3), number > 0 else { return nil }
      switch tag & 7 {
      case 0:
        guard let value = Self.varint(&rest) else { return nil }
        numbers[number] = value
      case 1:
        guard Self.take(8, of: &rest) != nil else { return nil }
      case 2:
        guard let length = Self.varint(&rest), let count = Int(exactly: length), let text = Self.take(count, of: &rest)
        else { return nil }
        texts.append((number, text))
      case 5:
        guard Self.take(4, of: &rest) != nil else { return nil }
      default: return nil
      }
    }
  }

  func values(_ number: Int) -> [ArraySlice<UInt8>] { texts.filter { $0.number == number }.map(\.bytes) }

  private static func take(_ count: Int, of rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// Seven bits in each byte, the lowest first; ten bytes at the most.
  private static func varint(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }
}
