import Findings

/// What a program does with an object that may be a message.
struct MessageUse {
  /// The function that gets it.
  private(set) var function: String?
  /// Whether it, its name or what it is put into gets to a function that sends messages.
  private(set) var isSent = false
  /// Whether it gets to a function that writes or sends any object: to FCM only where the text names its address.
  private(set) var isWritten = false
  /// Whether its type or its class is one of messages.
  private(set) var isTyped = false
  /// Whether it has a name that messages have.
  private(set) var isNamed = false
  /// Whether the text is a value, and it is that or one of its elements.
  private(set) var isWhole = false
  /// Whether it is something else: the state of a page, what is logged, a part of a message that has a class of its own.
  private(set) var isElsewhere = false

  /// That of an object of which only itself is known.
  static let unknown = Self()

  private init() {}

  init(of node: JSONNode, in names: ProgramNames) {
    let use = names.uses[node.offset]
    let owners = [names.names[node.offset], use?.holder].compactMap(\.self)
    func reaches(_ functions: [String]) -> Bool {
      use?.functions.contains(where: functions.contains) == true
        || owners.contains { names.isArgument($0, of: functions) }
    }
    function = names.callees[node.offset]
    isSent = reaches(Self.allFunctions)
    isWritten = reaches(Self.writers)
    let type = use?.type ?? names.callee(at: node.offset)
    isTyped = type.map(Self.types.contains) == true
    isNamed = owners.contains { owner in Self.names.contains { owner.lowercased().hasSuffix($0) } }
    isWhole = use?.isWhole == true
    let isState = function.map(Self.isOfState) == true || use?.functions.first.map(Self.stores.contains) == true
    isElsewhere = !isSent && !isTyped && isState || type.map(Self.partTypes.contains) == true
  }

  /// The functions of Admin SDKs that send messages.
  static let functions = [
    "send", "sendEach", "sendEachForMulticast", "sendAll", "sendMulticast", "send_each", "send_each_for_multicast",
    "send_all", "send_multicast",
  ]
  static let legacyFunctions = ["sendToDevice", "sendToDeviceGroup", "sendToTopic", "sendToCondition"]
  static let allFunctions = legacyFunctions + functions

  private static let writers = ["stringify", "dumps", "post", "put", "fetch", "request"]

  private static let names = ["message", "messages", "msg", "msgs"]

  private static let types: Set = [
    "Message", "MulticastMessage", "TokenMessage", "TopicMessage", "ConditionMessage", "MessagingPayload",
  ]
  private static let partTypes: Set = [
    "AndroidConfig", "APNSConfig", "ApnsConfig", "APNSPayload", "WebpushConfig", "Notification", "AndroidNotification",
    "WebpushNotification",
  ]

  /// What keeps the state of pages, and logs: no messages, however deep they stand in what these get.
  private static let stores: Set = ["useState", "useReducer", "useRef", "commit", "dispatch", "emit", "log"]

  /// `useForm`, `setForm`.
  private static func isOfState(_ function: String) -> Bool {
    ["use", "set"].contains { function.hasPrefix($0) && function.dropFirst(3).first?.isUppercase == true }
  }
}
