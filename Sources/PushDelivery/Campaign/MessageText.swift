/// A text of a message that is shown or sent as it was written. Rows of a table differ in these; everything else of a message decides what
/// its request is made of.
package enum MessageText: Hashable, Sendable {
  case id, title, body, link
  /// The topic, the token, the identifier or the condition.
  case target
  /// What stands under a key of `data`.
  case data(String)
}

extension CampaignMessage {
  /// One of its texts; nil where it has none. A text of a target or under a key that is not there cannot be set.
  package subscript(text: MessageText) -> String? {
    get {
      switch text {
      case .id: id
      case .title: title
      case .body: body
      case .link: link
      case .target: target.text
      case .data(let key): shape.dataKeys.firstIndex(of: key).map { dataValues[$0] }
      }
    }
    set {
      switch text {
      case .id: id = newValue ?? id
      case .title: title = newValue
      case .body: body = newValue
      case .link: link = newValue
      case .target: target = target.replacingText(by: newValue ?? target.text)
      case .data(let key):
        if let newValue, let index = shape.dataKeys.firstIndex(of: key) { dataValues[index] = newValue }
      }
    }
  }

  /// All that it has but the identifier, which is no part of a request, in an order that is the same for messages with equal keys.
  package var requestTexts: [MessageText] {
    [(title, .title), (body, .body), (link, .link)].compactMap { (text: String?, name: MessageText) in
      text == nil ? nil : name
    } + [.target] + shape.dataKeys.map { .data($0) }
  }
}

extension MessageTarget {
  /// The topic, the token, the identifier or the condition.
  package var text: String {
    switch self {
    case .topic(let text), .token(let text), .fid(let text), .condition(let text): text
    }
  }

  /// A target of the same kind.
  package func replacingText(by text: String) -> MessageTarget {
    switch self {
    case .topic: .topic(text)
    case .token: .token(text)
    case .fid: .fid(text)
    case .condition: .condition(text)
    }
  }
}
