/// A text of a message that is shown or sent as written. Table rows differ in these texts; all else of a message decides the shape of its
/// request.
package enum MessageText: Hashable, Sendable {
  case id, title, body, link
  /// The topic, the token, the identifier or the condition.
  case target
  /// The value of a key of `data`.
  case data(String)
}

extension CampaignMessage {
  /// One of its texts; nil if it is missing. You cannot set the text of a missing target or key.
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

  /// All texts except the identifier, which is not part of a request. Messages with equal keys have the same order.
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
