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

  /// The shape that was written as these bytes.
  fileprivate func shape(_ bytes: [UInt8]) throws(CompactReader.Damage) -> MessageShape {
    if let known = shapes.withLock({ $0[bytes] }) { return known }
    var reader = CompactReader(bytes)
    let shape = MessageShape(try StoredMessages.contents(&reader))
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
    var (writer, shapes) = (CompactWriter(), [ObjectIdentifier: Int]())
    for message in messages {
      let number = shapes[ObjectIdentifier(message.shape)] ?? shapes.count
      writer.add(number)
      if number == shapes.count {
        shapes[ObjectIdentifier(message.shape)] = number
        var own = CompactWriter()
        add(message.shape.contents, to: &own)
        writer.add(own.bytes)
      }
      writer.add(message.origin.line ?? 0)
      writer.add(kinds.firstIndex(of: message.target.kind) ?? 0)
      writer.add([message.id, message.title, message.body, message.link, message.target.text])
      writer.add(message.dataValues)
    }
    return writer.bytes
  }

  package static func messages(in bytes: [UInt8], _ shared: SharedShapes) -> [CampaignMessage] {
    do throws(CompactReader.Damage) { return try read(bytes, shared) } catch {
      // Only this process has the bytes, and continuing without messages would report wrong results.
      fatalError("messages that this program keeps cannot be read any more")
    }
  }

  private static func read(_ bytes: [UInt8], _ shared: SharedShapes) throws(CompactReader.Damage) -> [CampaignMessage] {
    var (reader, shapes, messages) = (CompactReader(bytes), [MessageShape](), [CampaignMessage]())
    while !reader.isAtEnd {
      let number = try reader.integer()
      if number == shapes.count { shapes.append(try shared.shape(try reader.text())) }
      let (shape, line, kind) = (shapes[number], try reader.integer(), try reader.integer())
      let (id, title) = (try reader.optionalString() ?? "", try reader.optionalString())
      let (body, link) = (try reader.optionalString(), try reader.optionalString())
      let target = MessageTarget(kinds[kind], try reader.optionalString() ?? "")
      var values: [String] = []
      for _ in shape.dataKeys { values.append(try reader.optionalString() ?? "") }
      messages.append(
        CampaignMessage(
          shape, id: id, title: title, body: body, target: target, link: link, dataValues: values,
          origin: .init(.configuration, Campaign.tableName, line: line)))
    }
    return messages
  }

  private static let kinds = MessageTarget.Kind.allCases

  private static func add(_ contents: MessageShape.Contents, to writer: inout CompactWriter) {
    let options = contents.options
    writer.add([contents.media.common] + Platform.allCases.map { contents.media.own[$0] })
    writer.add([contents.poster?.file])
    if case .at(let second)? = contents.poster { writer.add(second) } else { writer.add(Double.nan) }
    writer.add(contents.focalPoint?.x ?? Double.nan)
    writer.add(contents.focalPoint?.y ?? Double.nan)
    writer.add(Platform.allCases.filter(contents.platforms.contains).map(\.rawValue).joined(separator: " "))
    let numbers = [options.timeToLive?.seconds, options.expiration, options.badge].map { $0.map(String.init) }
    let texts = [
      options.priority?.rawValue, options.collapseKey, options.channel, options.sound, options.category,
      options.analyticsLabel?.rawValue, contents.locale, contents.variant,
    ]
    writer.add(numbers + texts)
    writer.add(options.data.count)
    writer.add(options.data.keys.sorted())
    for fields in [contents.overrides.android, contents.overrides.apns, contents.overrides.webpush] {
      writer.add([fields.flatMap { try? JSONText.compact($0) }.map { String(decoding: $0, as: UTF8.self) }])
    }
  }

  fileprivate static func contents(
    _ reader: inout CompactReader
  ) throws(CompactReader.Damage) -> MessageShape.Contents {
    var contents = MessageShape.Contents()
    contents.media.common = try reader.optionalString()
    for platform in Platform.allCases { contents.media.own[platform] = try reader.optionalString() }
    let (path, second) = (try reader.optionalString(), try reader.double())
    contents.poster = path.map(PosterChoice.file) ?? (second.isNaN ? nil : .at(second))
    let (x, y) = (try reader.double(), try reader.double())
    contents.focalPoint = x.isNaN ? nil : FocalPoint(x: x, y: y)
    contents.platforms = Set(try reader.string().split(separator: " ").compactMap { Platform(rawValue: String($0)) })
    contents.options.timeToLive = try reader.optionalString().flatMap(Int.init).flatMap(TimeToLive.init)
    contents.options.expiration = try reader.optionalString().flatMap(Int.init)
    contents.options.badge = try reader.optionalString().flatMap(Int.init)
    contents.options.priority = try reader.optionalString().flatMap(MessageOptions.Priority.init)
    contents.options.collapseKey = try reader.optionalString()
    contents.options.channel = try reader.optionalString()
    contents.options.sound = try reader.optionalString()
    contents.options.category = try reader.optionalString()
    contents.options.analyticsLabel = try reader.optionalString().flatMap(AnalyticsLabel.init)
    (contents.locale, contents.variant) = (try reader.optionalString(), try reader.optionalString())
    for _ in 0..<(try reader.count()) {
      let key = try reader.optionalString()
      contents.options.data[key ?? ""] = ""
    }
    contents.overrides = MessageOverrides(
      android: try json(&reader), apns: try json(&reader), webpush: try json(&reader))
    return contents
  }

  private static func json(_ reader: inout CompactReader) throws(CompactReader.Damage) -> JSONValue? {
    guard let text = try reader.optionalString() else { return nil }
    var values = JSONReader(Array(text.utf8))
    return values.values().first?.value
  }
}
