import Findings

/// The payload for APNs as the Admin SDK for Node.js takes it: keys of Apple's with hyphens have names in camel case, which the SDK
/// writes with hyphens again.
struct AdminNodePayload {
  let payload: JSONValue
  let path: [String]

  /// - Throws: `FormatError` for what the SDK would change or refuse.
  func literal() throws(FormatError) -> SourceLiteral {
    var members: [(name: String, value: SourceLiteral)] = []
    for (name, value) in sorted(payload) {
      members.append((name, name == "aps" ? try aps(value) : .value(value)))
    }
    return .members(members)
  }

  private func aps(_ aps: JSONValue) throws(FormatError) -> SourceLiteral {
    let path = path + ["aps"]
    guard aps.members != nil else { throw FormatError(path: path, reason: "the SDK takes only an object here") }
    var members: [(name: String, value: SourceLiteral)] = []
    for (name, value) in sorted(aps) {
      try checkName(name, AdminNames.nodeAps, path)
      let literal: SourceLiteral =
        switch name {
        case "alert": try alert(value, path + [name])
        case "sound": try sound(value, path + [name])
        case "content-available", "mutable-content": try flag(value, path + [name])
        default: .value(value)
        }
      members.append((AdminNames.nodeAps[name] ?? name, literal))
    }
    return .members(members)
  }

  private func alert(_ alert: JSONValue, _ path: [String]) throws(FormatError) -> SourceLiteral {
    if alert.text != nil { return .value(alert) }
    guard alert.members != nil else {
      throw FormatError(path: path, reason: "the SDK takes only a string or an object here")
    }
    var members: [(name: String, value: SourceLiteral)] = []
    for (name, value) in sorted(alert) {
      try checkName(name, AdminNames.nodeAlert, path)
      if name.hasSuffix("loc-args"), case .array(let arguments) = value, !arguments.isEmpty {
        let key = name.dropLast("args".count) + "key"
        guard alert[String(key)]?.text?.isEmpty == false else {
          throw FormatError(path: path + [name], reason: "the SDK takes it only with \(key)")
        }
      }
      members.append((AdminNames.nodeAlert[name] ?? name, .value(value)))
    }
    return .members(members)
  }

  /// The name of a sound, or a critical alert's.
  private func sound(_ sound: JSONValue, _ path: [String]) throws(FormatError) -> SourceLiteral {
    if let text = sound.text, !text.isEmpty { return .value(sound) }
    guard sound["name"]?.text?.isEmpty == false else {
      throw FormatError(path: path, reason: "the SDK takes only the name of a sound, or an object with one")
    }
    if let volume = sound["volume"] { try CriticalSound.check(volume: volume, path) }
    var members: [(name: String, value: SourceLiteral)] = []
    for (name, value) in sorted(sound) {
      members.append((name, name == "critical" ? try flag(value, path + [name]) : .value(value)))
    }
    return .members(members)
  }

  /// The SDK knows `true`, which it sends as 1, and leaves out everything else.
  private func flag(_ value: JSONValue, _ path: [String]) throws(FormatError) -> SourceLiteral {
    guard value.isOne else { throw FormatError(path: path, reason: "the SDK sends only the number 1 here") }
    return .value(true)
  }

  /// A key that is written as the SDK's own name of another would be renamed.
  private func checkName(_ name: String, _ names: [String: String], _ path: [String]) throws(FormatError) {
    if names.values.contains(name) {
      throw FormatError(path: path + [name], reason: "the SDK would give it another name")
    }
  }

  private func sorted(_ object: JSONValue) -> [(key: String, value: JSONValue)] {
    (object.members ?? [:]).sorted { $0.key < $1.key }
  }
}

/// What both SDKs ask of the sound of a critical alert.
enum CriticalSound {
  static func check(volume: JSONValue, _ path: [String]) throws(FormatError) {
    let share: Double? =
      switch volume {
      case .integer(let number): Double(number)
      case .number(let number): number
      default: nil
      }
    guard let share, (0...1).contains(share) else {
      throw FormatError(path: path + ["volume"], reason: "the SDK takes a number from 0 to 1")
    }
  }
}

extension JSONValue {
  /// Whether it is the number 1, which is not `true`.
  var isOne: Bool { self == 1 || self == .number(1) }
}
