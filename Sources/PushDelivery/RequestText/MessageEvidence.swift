import Findings

/// What tells that objects of a program are messages for FCM: other interfaces have objects with a `token` or a `topic` and `data`, too.
struct MessageEvidence {
  /// Whether the text names FCM's address.
  private let namesAddress: Bool
  /// Whether the text has a function or a module of an Admin SDK.
  private let usesSDK: Bool
  /// Whether an object is all of a text, so that nothing else can tell what it is.
  private let isAlone: Bool

  /// None but what an object itself holds.
  static let none = Self(namesAddress: false, usesSDK: false, isAlone: true)

  private init(namesAddress: Bool, usesSDK: Bool, isAlone: Bool) {
    (self.namesAddress, self.usesSDK, self.isAlone) = (namesAddress, usesSDK, isAlone)
  }

  /// - Parameter texts: where texts stand in quotes. What a comment has is no address that something is sent to.
  init(_ bytes: [UInt8], texts: [Range<Int>]) {
    namesAddress = texts.contains { Self.isAddress(bytes[$0]) }
    usesSDK = Self.holds(bytes, oneOf: Self.words)
    isAlone = false
  }

  /// Whether a text names FCM's interface. An address of `/fcm/send/` and a token is one that browsers give out for web push.
  private static func isAddress(_ text: ArraySlice<UInt8>) -> Bool {
    if text.contains(SendEndpoint.method.utf8) { return true }
    guard let legacy = text.firstRange(of: Array("/fcm/send".utf8)) else {
      return text.contains("fcm.googleapis.com".utf8)
    }
    return text[legacy.upperBound...].first != UInt8(ascii: "/")
  }

  private static let words = [
    "messaging(", "getMessaging", "firebase-admin", "firebase_admin", "messaging.Message", "messaging.Multicast",
    "sendEachForMulticast", "sendMulticast", "sendToDevice", "sendToTopic", "sendToCondition",
    "send_each_for_multicast",
    "send_multicast",
  ]

  /// Whether one of these words stands in a text, which is gone through once.
  private static func holds(_ bytes: [UInt8], oneOf words: [String]) -> Bool {
    let words = Dictionary(grouping: words.map { Array($0.utf8) }) { $0[0] }
    return bytes.indices.contains { offset in
      words[bytes[offset]]?.contains { bytes[offset...].starts(with: $0) } == true
    }
  }

  /// Whether a literal is meant as a message.
  ///
  /// - Parameter use: what the program does with it.
  func isMessage(_ node: JSONNode?, _ use: @autoclosure () -> MessageUse = .unknown) -> Bool {
    guard let node else { return false }
    guard let message = node["message"], message.isObject else {
      return Self.looksLikeMessage(node) && isBareMessage(node, use())
    }
    guard Self.looksLikeMessage(message) else { return false }
    let isBody = Set(node.members.map(\.name)).isSubset(of: ["message", "validate_only", "validateOnly"])
    return !Self.hasDataAlone(message)
      || Self.mayBeData(message) && (isBody && message["to"] == nil || isSentData(node, use()))
  }

  private func isBareMessage(_ node: JSONNode, _ use: MessageUse) -> Bool {
    if use.isElsewhere { return false }
    if Self.hasDataAlone(node) { return Self.mayBeData(node) && isSentData(node, use) }
    if isAlone || use.isWhole || use.isSent || use.isTyped { return true }
    if usesSDK || namesAddress, Self.hasTarget(node), Self.hasOwnNames(node) { return true }
    return Self.hasOwnNamesAlone(node) && (Self.hasTarget(node) || Self.hasWords(node) && use.function == nil)
  }

  /// Whether an object of a target and data goes to FCM: many other things are made of the two.
  private func isSentData(_ node: JSONNode, _ use: MessageUse) -> Bool {
    if use.isWhole { return true }
    if usesSDK || namesAddress, use.isSent || use.isTyped || use.isNamed { return true }
    return namesAddress && (use.isWritten || Self.isLegacy(node))
  }
}

extension MessageEvidence {
  static let platforms: Set = ["notification", "android", "apns", "webpush", "android_v2"]
  static let contents = platforms.union(["data"])
  static let targets: Set = ["token", "topic", "condition", "fid", "tokens", "fids"]
  static let others: Set = [
    "fcmOptions", "fcm_options", "name", "to", "registration_ids", "priority", "collapse_key", "time_to_live",
  ]

  /// Whether an object has the names of a message and no others: programs have many objects with a `token` or `data`.
  private static func looksLikeMessage(_ node: JSONNode) -> Bool {
    let names = Set(node.members.map(\.name)).subtracting([JSONNode.spreadName])
    guard names.isSubset(of: contents.union(targets).union(others)) else {
      // A misspelt name among the right ones.
      return !names.isDisjoint(with: targets) && names.contains("notification")
    }
    let sections = ["android", "apns", "webpush"].filter { node[$0]?.isObject == true }.count
    let hasContents = !names.isDisjoint(with: contents)
    return hasContents && !names.isDisjoint(with: targets.union(["to"])) || sections > 0
      || names.isSubset(of: ["notification", "data"]) && isNotification(node["notification"])
  }

  /// Words that only notifications have together.
  private static func isNotification(_ node: JSONNode?) -> Bool {
    let names = Set(node?.members.map(\.name) ?? [])
    return names.contains("title") && names.contains("body")
  }

  /// Whether nothing but `data` is to be sent.
  private static func hasDataAlone(_ node: JSONNode) -> Bool {
    !node.members.contains { platforms.contains($0.name) }
  }

  /// Whether the data may be a message's: those of a transaction or of a queue are texts, and mail goes to an address.
  private static func mayBeData(_ node: JSONNode) -> Bool {
    guard let data = node["data"], data.isObject || data.isExpression else { return false }
    return node["to"]?.text.map { !$0.contains("@") && !$0.hasPrefix("0x") } ?? true
  }
}
