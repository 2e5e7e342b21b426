import Findings

/// The payload for APNs as instances of the classes of `firebase_admin.messaging`.
struct AdminPythonPayload {
  let payload: JSONValue
  let path: [String]

  /// - Throws: `FormatError` for what the SDK would change or refuse.
  func literal() throws(FormatError) -> SourceLiteral {
    var own = payload.members ?? [:]
    let aps = own.removeValue(forKey: "aps")
    var arguments = [SourceLiteral.Argument("aps", try self.aps(aps))]
    if own["self"] != nil { throw FormatError(path: path + ["self"], reason: "the SDK takes no key of this name") }
    try requireContent(.object(own), path)
    if !own.isEmpty { arguments.append(.init(nil, .value(.object(own)), isSpread: true)) }
    return .call("messaging.APNSPayload", arguments)
  }

  /// - Parameter aps: nil where the payload has none; the SDK then writes none either.
  private func aps(_ aps: JSONValue?) throws(FormatError) -> SourceLiteral {
    let path = path + ["aps"]
    guard var own = (aps ?? [:]).members, aps != [:] else {
      throw FormatError(path: path, reason: "the SDK takes only an object with something in it here")
    }
    try requireContent(.object(own), path)
    var arguments: [SourceLiteral.Argument] = []
    if let alert = own.removeValue(forKey: "alert") {
      arguments.append(.init("alert", try self.alert(alert, path + ["alert"])))
    }
    if let badge = own.removeValue(forKey: "badge") {
      guard badge.isNumber else { throw FormatError(path: path + ["badge"], reason: "the SDK takes a number here") }
      arguments.append(.init("badge", .value(badge)))
    }
    if let sound = own.removeValue(forKey: "sound") {
      arguments.append(.init("sound", try self.sound(sound, path + ["sound"])))
    }
    for (key, argument) in [("category", "category"), ("thread-id", "thread_id")] {
      guard let text = own.removeValue(forKey: key) else { continue }
      guard text.text != nil else { throw FormatError(path: path + [key], reason: "the SDK takes a string here") }
      arguments.append(.init(argument, .value(text)))
    }
    for (key, argument) in [("content-available", "content_available"), ("mutable-content", "mutable_content")]
    where own[key]?.isOne == true {
      own.removeValue(forKey: key)
      arguments.append(.init(argument, .value(true)))
    }
    if !own.isEmpty { arguments.append(.init("custom_data", .value(.object(own)))) }
    return .call("messaging.Aps", arguments)
  }

  /// Whatever is not one of the alert's texts goes where the SDK checks nothing.
  private func alert(_ alert: JSONValue, _ path: [String]) throws(FormatError) -> SourceLiteral {
    if alert.text != nil { return .value(alert) }
    guard let members = alert.members else {
      throw FormatError(path: path, reason: "the SDK takes only a string or an object here")
    }
    try requireContent(alert, path)
    var arguments: [SourceLiteral.Argument] = []
    var others: [String: JSONValue] = [:]
    for (key, value) in members.sorted(by: { $0.key < $1.key }) {
      if let argument = AdminNames.pythonAlert[key], value.text != nil {
        arguments.append(.init(argument, .value(value)))
      } else {
        others[key] = value
      }
    }
    if !others.isEmpty { arguments.append(.init("custom_data", .value(.object(others)))) }
    return .call("messaging.ApsAlert", arguments)
  }

  private func sound(_ sound: JSONValue, _ path: [String]) throws(FormatError) -> SourceLiteral {
    if let text = sound.text, !text.isEmpty { return .value(sound) }
    guard let members = sound.members, let name = sound["name"], name.text?.isEmpty == false else {
      throw FormatError(path: path, reason: "the SDK takes only the name of a sound, or an object with one")
    }
    var arguments = [SourceLiteral.Argument("name", .value(name))]
    if let critical = members["critical"] {
      guard critical.isOne else {
        throw FormatError(path: path + ["critical"], reason: "the SDK sends only the number 1 here")
      }
      arguments.append(.init("critical", .value(true)))
    }
    if let volume = members["volume"] {
      try CriticalSound.check(volume: volume, path)
      arguments.append(.init("volume", .value(volume)))
    }
    guard arguments.count == members.count else {
      throw FormatError(path: path, reason: "the SDK takes only name, critical and volume")
    }
    return .call("messaging.CriticalSound", arguments)
  }
}

/// What browsers show, as an instance of `messaging.WebpushNotification`.
struct AdminPythonWebNotification {
  let notification: JSONValue
  let path: [String]

  /// - Throws: `FormatError` for what the SDK would change or refuse.
  func literal() throws(FormatError) -> SourceLiteral {
    try requireContent(notification, path)
    var arguments: [SourceLiteral.Argument] = []
    var others: [String: JSONValue] = [:]
    for (key, value) in (notification.members ?? [:]).sorted(by: { $0.key < $1.key }) {
      if let argument = try argument(key, value) { arguments.append(argument) } else { others[key] = value }
    }
    if !others.isEmpty { arguments.append(.init("custom_data", .value(.object(others)))) }
    return .call("messaging.WebpushNotification", arguments)
  }

  /// nil for an option that the SDK does not know, which it sends as it is.
  private func argument(_ key: String, _ value: JSONValue) throws(FormatError) -> SourceLiteral.Argument? {
    if let argument = AdminNames.pythonWebValues[key] { return .init(argument, .value(value)) }
    if let argument = AdminNames.pythonWebTexts[key] {
      try require(value.text != nil, key, "a string")
      return .init(argument, .value(value))
    }
    switch key {
    case "dir":
      try require(["auto", "ltr", "rtl", ""].contains(value.text), key, "auto, ltr or rtl")
      return .init("direction", .value(value))
    case "timestamp":
      try require(value.isNumber, key, "a number")
      return .init("timestamp_millis", .value(value))
    case "actions": return .init("actions", try actions(value))
    default: return nil
    }
  }

  private func actions(_ value: JSONValue) throws(FormatError) -> SourceLiteral {
    var literals: [SourceLiteral] = []
    guard case .array(let actions) = value else {
      throw FormatError(path: path + ["actions"], reason: "the SDK takes an array here")
    }
    for action in actions {
      let members = action.members ?? [:]
      let isKnown = Set(members.keys).isSubset(of: ["action", "title", "icon"])
      let hasTexts = members.values.allSatisfy { $0.text != nil } && members["action"] != nil && members["title"] != nil
      try require(isKnown && hasTexts, "actions", "objects of the strings action, title and icon")
      literals.append(
        .call(
          "messaging.WebpushNotificationAction",
          members.sorted { $0.key < $1.key }.map { .init($0.key, .value($0.value)) }))
    }
    return .elements(literals)
  }

  private func require(_ isRight: Bool, _ key: String, _ expected: String) throws(FormatError) {
    guard isRight else { throw FormatError(path: path + [key], reason: "the SDK takes only \(expected)") }
  }
}

/// The SDK leaves out members that are null or empty, and with them objects of which nothing is left.
private func requireContent(_ object: JSONValue, _ path: [String]) throws(FormatError) {
  for (key, value) in object.members ?? [:] where [.null, [], [:]].contains(value) {
    throw FormatError(path: path + [key], reason: "the SDK leaves out what is null or empty")
  }
}

extension JSONValue {
  fileprivate var isNumber: Bool {
    switch self {
    case .integer, .number: true
    default: false
    }
  }
}
