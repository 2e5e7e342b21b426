import Findings
import MediaFacts
package import PushDelivery
import Synchronization

/// The messages of a table, kept in a file from reading them until composing requests.
package struct MessageSpool: Sendable {
  package private(set) var parts: [Part] = []
  private var spool = Spool()
  private let shapes = SharedShapes()

  package init() {}

  /// Some consecutive messages.
  package struct Part: Sendable {
    fileprivate let bytes: @Sendable () -> [UInt8]
    fileprivate let shapes: SharedShapes

    package var messages: [CampaignMessage] { StoredMessages.messages(in: bytes(), shapes) }
  }

  /// Adds the next messages.
  ///
  /// - Throws: `FileSystemError` if they must be spooled to disk and there is no room.
  package mutating func append(_ stored: [UInt8]) throws(FileSystemError) {
    parts.append(Part(bytes: try spool.keep(stored), shapes: shapes))
  }
}

/// Shapes that several parts have, each once.
package final class SharedShapes: Sendable {
  /// By bytes: equal texts may differ in them.
  private let shapes = Mutex<[[UInt8]: MessageShape]>([:])

  /// If each message has its own shape, none would be used again.
  private static let mostShapes = 4096

  package init() {}

  /// - Parameter read: parses the shape from these bytes.
  fileprivate func shape(_ bytes: [UInt8], _ read: () -> MessageShape) -> MessageShape {
    if let known = shapes.withLock({ $0[bytes] }) { return known }
    let shape = read()
    return shapes.withLock { shapes in
      if let known = shapes[bytes] { return known }
      if shapes.count < Self.mostShapes { shapes[bytes] = shape }
      return shape
    }
  }
}

/// Messages of a table as bytes, which only this process reads.
package enum StoredMessages {
  package static func bytes(of messages: [CampaignMessage]) -> [UInt8] {
    var (writer, shapes) = (TextWriter(), [ObjectIdentifier: Int]())
    for message in messages {
      let number = shapes[ObjectIdentifier(message.shape)] ?? shapes.count
      writer.append(number)
      if number == shapes.count {
        shapes[ObjectIdentifier(message.shape)] = number
        var own = TextWriter()
        append(message.shape.contents, to: &own)
        writer.append(own.bytes)
      }
      writer.append(message.origin.line ?? 0)
      writer.append(kinds.firstIndex(of: message.target.replacingText(by: "")) ?? 0)
      for text in [message.id, message.title, message.body, message.link, message.target.text] { writer.append(text) }
      for text in message.dataValues { writer.append(text) }
    }
    return writer.bytes
  }

  package static func messages(in bytes: [UInt8], _ shared: SharedShapes) -> [CampaignMessage] {
    var (reader, shapes, messages) = (TextReader(bytes), [MessageShape](), [CampaignMessage]())
    while !reader.isAtEnd {
      let number = reader.number()
      if number == shapes.count {
        let own = reader.part(reader.number())
        shapes.append(
          shared.shape(own) {
            var reader = TextReader(own)
            return MessageShape(contents(&reader))
          })
      }
      let (shape, line, kind) = (shapes[number], reader.number(), reader.number())
      let (id, title, body, link) = (reader.text() ?? "", reader.text(), reader.text(), reader.text())
      let target = kinds[kind].replacingText(by: reader.text() ?? "")
      messages.append(
        CampaignMessage(
          shape, id: id, title: title, body: body, target: target, link: link,
          dataValues: shape.dataKeys.map { _ in reader.text() ?? "" },
          origin: .init(.configuration, Campaign.tableName, line: line)))
    }
    return messages
  }

  private static let kinds: [MessageTarget] = [.topic(""), .token(""), .fid(""), .condition("")]

  private static func append(_ contents: MessageShape.Contents, to writer: inout TextWriter) {
    let options = contents.options
    for text in [contents.media.common] + Platform.allCases.map({ contents.media.own[$0] }) { writer.append(text) }
    writer.append(contents.poster?.file)
    if case .at(let second)? = contents.poster { writer.append(second) } else { writer.append(Double.nan) }
    writer.append(contents.focalPoint?.x ?? .nan)
    writer.append(contents.focalPoint?.y ?? .nan)
    writer.append(Platform.allCases.filter(contents.platforms.contains).map(\.rawValue).joined(separator: " "))
    let numbers = [options.timeToLive?.seconds, options.expiration, options.badge].map { $0.map(String.init) }
    for text in numbers + [
      options.priority?.rawValue, options.collapseKey, options.channel, options.sound, options.category,
      options.analyticsLabel?.rawValue, contents.locale, contents.variant,
    ] { writer.append(text) }
    writer.append(options.data.count)
    for key in options.data.keys.sorted() { writer.append(key) }
    for fields in [contents.overrides.android, contents.overrides.apns, contents.overrides.webpush] {
      writer.append(fields.flatMap { try? JSONText.compact($0) }.map { String(decoding: $0, as: UTF8.self) })
    }
  }

  private static func contents(_ reader: inout TextReader) -> MessageShape.Contents {
    var contents = MessageShape.Contents()
    contents.media.common = reader.text()
    for platform in Platform.allCases { contents.media.own[platform] = reader.text() }
    let (path, second) = (reader.text(), reader.double())
    contents.poster = path.map(PosterChoice.file) ?? (second.isNaN ? nil : .at(second))
    let (x, y) = (reader.double(), reader.double())
    contents.focalPoint = x.isNaN ? nil : FocalPoint(x: x, y: y)
    contents.platforms = Set((reader.text() ?? "").split(separator: " ").compactMap { Platform(rawValue: String($0)) })
    contents.options.timeToLive = reader.text().flatMap(Int.init).flatMap(TimeToLive.init)
    contents.options.expiration = reader.text().flatMap(Int.init)
    contents.options.badge = reader.text().flatMap(Int.init)
    contents.options.priority = reader.text().flatMap(MessageOptions.Priority.init)
    contents.options.collapseKey = reader.text()
    contents.options.channel = reader.text()
    contents.options.sound = reader.text()
    contents.options.category = reader.text()
    contents.options.analyticsLabel = reader.text().flatMap(AnalyticsLabel.init)
    (contents.locale, contents.variant) = (reader.text(), reader.text())
    for _ in 0..<reader.number() { contents.options.data[reader.text() ?? ""] = "" }
    contents.overrides = MessageOverrides(android: reader.json(), apns: reader.json(), webpush: reader.json())
    return contents
  }
}

/// Writes numbers and texts one after another.
private struct TextWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ number: Int) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ part: [UInt8]) {
    append(part.count)
    bytes += part
  }

  mutating func append(_ number: Double) { append(Int(bitPattern: UInt(number.bitPattern))) }

  /// A text after its number of bytes; -1 for nil.
  mutating func append(_ text: String?) {
    append(text?.utf8.count ?? -1)
    if let text { bytes.append(contentsOf: text.utf8) }
  }
}

/// Reads the output of a writer.
private struct TextReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { place == bytes.count }

  mutating func number() -> Int {
    defer { place += 8 }
    return bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: Int.self)
  }

  mutating func double() -> Double { Double(bitPattern: UInt64(UInt(bitPattern: number()))) }

  mutating func part(_ count: Int) -> [UInt8] {
    defer { place += count }
    return Array(bytes[place..<place + count])
  }

  mutating func text() -> String? {
    let count = number()
    guard count >= 0 else { return nil }
    defer { place += count }
    return String(decoding: bytes[place..<place + count], as: UTF8.self)
  }

  mutating func json() -> JSONValue? {
    text().flatMap { text in
      var reader = JSONReader(Array(text.utf8))
      return reader.values().first?.value
    }
  }
}
