extension Message: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      target: try MessageTarget(from: container),
      notification: try container.decodeIfPresent(Notification.self, forKey: .notification),
      data: try container.decodeIfPresent([String: String].self, forKey: .data),
      android: try AndroidOptions(from: container),
      webpush: try container.decodeIfPresent(WebpushConfig.self, forKey: .webpush),
      apns: try container.decodeIfPresent(ApnsConfig.self, forKey: .apns),
      fcmOptions: try container.decodeIfPresent(FcmOptions.self, forKey: .fcmOptions))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try target.encode(into: &container)
    try container.encodeIfPresent(notification, forKey: .notification)
    try container.encodeIfPresent(data, forKey: .data)
    try android?.encode(into: &container)
    try container.encodeIfPresent(webpush, forKey: .webpush)
    try container.encodeIfPresent(apns, forKey: .apns)
    try container.encodeIfPresent(fcmOptions, forKey: .fcmOptions)
  }

  fileprivate enum CodingKeys: String, CodingKey {
    case topic, token, fid, condition
    case notification, data, android, webpush, apns
    case androidV2 = "android_v2"
    case fcmOptions = "fcm_options"
  }
}

private typealias Fields = KeyedDecodingContainer<Message.CodingKeys>
private typealias EncodedFields = KeyedEncodingContainer<Message.CodingKeys>

extension MessageTarget {
  fileprivate init(from fields: Fields) throws {
    let makers: [(Message.CodingKeys, (String) -> MessageTarget)] = [
      (.topic, Self.topic), (.token, Self.token), (.fid, Self.fid), (.condition, Self.condition),
    ]
    let targets = try makers.compactMap { key, make in
      try fields.decodeIfPresent(String.self, forKey: key).map(make)
    }
    guard let target = targets.first, targets.count == 1 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: fields.codingPath, debugDescription: "a message has one target, not \(targets.count)"))
    }
    self = target
  }

  fileprivate func encode(into fields: inout EncodedFields) throws {
    switch self {
    case .topic(let name): try fields.encode(name, forKey: .topic)
    case .token(let token): try fields.encode(token, forKey: .token)
    case .fid(let identifier): try fields.encode(identifier, forKey: .fid)
    case .condition(let condition): try fields.encode(condition, forKey: .condition)
    }
  }
}

extension Message.AndroidOptions {
  fileprivate init?(from fields: Fields) throws {
    let v1 = try fields.decodeIfPresent(AndroidConfig.self, forKey: .android)
    let v2 = try fields.decodeIfPresent(AndroidConfigV2.self, forKey: .androidV2)
    switch (v1, v2) {
    case (nil, nil): return nil
    case (let options?, nil): self = .v1(options)
    case (nil, let options?): self = .v2(options)
    case (_?, _?):
      throw DecodingError.dataCorrupted(
        .init(codingPath: fields.codingPath, debugDescription: "FCM rejects a message with android and android_v2"))
    }
  }

  fileprivate func encode(into fields: inout EncodedFields) throws {
    switch self {
    case .v1(let options): try fields.encode(options, forKey: .android)
    case .v2(let options): try fields.encode(options, forKey: .androidV2)
    }
  }
}
