import Findings
import Foundation
import PushDelivery
import TestSupport
import Testing

extension JSONValue {
  /// A message as the API understands it, whatever its spelling: names in snake case, enumerations in capitals, durations in
  /// whole microseconds, colours with all channels, and nothing that means the same as being left out.
  var canonicalMessage: JSONValue { canonical(.message("Message")) ?? [:] }

  private func canonical(_ kind: MessageField.Kind) -> JSONValue? {
    switch kind {
    case .message("Color"): return canonicalColor
    case .message(let type):
      let fields = (members ?? [:]).compactMap { name, value -> (String, JSONValue)? in
        guard let field = MessageFieldTable.field(named: name, in: type) else { return (name, value) }
        return value.canonical(field.kind).map { (field.name, $0) }
      }
      return fields.isEmpty ? nil : .object(Dictionary(fields) { first, _ in first })
    case .enumeration: return text.map { .string($0.uppercased()) } ?? self
    case .duration:
      guard let duration = text.flatMap(ProtobufDuration.init(rawValue:)) else { return self }
      return .integer(Int(duration.seconds) * 1_000_000 + (Int(duration.nanoseconds) + 500) / 1000)
    case .timestamp: return text.flatMap(ProtobufTimestamp.init(rawValue:)).map { .string($0.rawValue) } ?? self
    case .repeated(let kind):
      guard case .array(let elements) = self else { return self }
      return elements.isEmpty ? nil : .array(elements.compactMap { $0.canonical(kind) })
    default: return self == [:] || self == .null ? nil : withEqualNumbers
    }
  }

  private var canonicalColor: JSONValue {
    let channels = [("red", 0.0), ("green", 0), ("blue", 0), ("alpha", 1)].map { name, absent in
      (name, JSONValue.integer(Int(((self[name]?.double ?? absent) * 255).rounded())))
    }
    return .object(Dictionary(uniqueKeysWithValues: channels))
  }

  private var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  /// Numbers are equal however they are written.
  var withEqualNumbers: JSONValue {
    switch self {
    case .object(let members): .object(members.mapValues(\.withEqualNumbers))
    case .array(let elements): .array(elements.map(\.withEqualNumbers))
    case .integer(let number): .number(Double(number))
    default: self
    }
  }

  /// Reads a whole text, which must be JSON.
  init(text: String) throws { self = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) }
}

extension Message {
  /// A message with its target among its fields.
  init(_ json: JSONValue) throws {
    var fields = json.members ?? [:]
    let targets = MessageTarget.Kind.allCases.compactMap { kind in
      fields.removeValue(forKey: kind.rawValue)?.text.map { MessageTarget(kind, $0) }
    }
    self = try Message(to: #require(targets.first), .object(fields))
  }
}

extension MessageIdentifier {
  /// Of a request that needs some identifier.
  static let m = MessageIdentifier(rawValue: "m")!
}

/// Requests in a folder, as `RequestFolderDraft` would write them.
struct WrittenForms {
  let folder = TemporaryFolder()

  init(_ requests: [ComposedRequest], as forms: [RequestForm], hasValidateOnlyTwins: Bool = false) throws {
    let settings = ComposeSettings(
      forms: forms, project: ProjectIdentifier(rawValue: "shop-1"), hasValidateOnlyTwins: hasValidateOnlyTwins)
    for writer in RequestComposer(settings: settings).writers {
      let files = try requests.map { try writer.file(of: $0) }
      for (path, opening) in writer.sharedFiles {
        let own = files.filter { $0.path == path }.flatMap(\.bytes)
        try folder.write(opening + own, to: path)
      }
      for file in files where !file.isShared { try folder.write(file.bytes, to: file.path) }
    }
  }
}
