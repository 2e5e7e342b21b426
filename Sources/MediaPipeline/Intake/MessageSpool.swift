import Essentials
import Findings
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
    guard let contents = try? JSONDecoder().decode(MessageShape.Contents.self, from: Data(bytes)) else {
      throw CompactReader.Damage()
    }
    let shape = MessageShape(contents)
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
        writer.add((try? JSONText.compact(message.shape.contents)) ?? [])
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
}
