import Findings

extension RequestRules {
  static let unknownField = Rule<RequestDocument>(
    .init(
      "request.unknown-field", .request, .error,
      summary: "every field is one of the API's definition, under its own name or in camel case",
      why: "FCM answers 400 (Unknown name, Cannot find field) and sends nothing",
      remedy: "correct the name, or delete the field",
      source: apiDefinition,
      failing: [
        .message(#""androidd": {"priority": "HIGH"}"#),
        .message(##""android": {"notification": {"colour": "#336699"}}"##),
      ],
      passing: [.words, .message(#""fcmOptions": {"analyticsLabel": "spring"}"#)])
  ) { document in
    document.mismatches.compactMap { mismatch in
      guard case .unknownField(let name, let type) = mismatch.kind, !isClaimed(name, type, in: document) else {
        return nil
      }
      let known = (MessageFieldTable.types[type] ?? []).map(\.name)
      let slip = NearestName.slip(name, among: known)
      let home = FieldHome(name, in: type)
      let nearest = slip ?? known.first { name.count > 2 && $0.hasPrefix(name.lowercased()) }
      return Finding(
        "\(type) has no field \(name.quoted), and FCM refuses a request with unknown fields",
        remedy: home?.remedy ?? nearest.map { "the nearest name is \($0.quoted); correct or delete the field" },
        at: document.place(at: mismatch.offset, mismatch.path),
        repair: home.map { $0.move.map { document.moving($0.from, to: $0.to) } ?? [] }
          ?? slip.map { document.renaming(mismatch, in: type, to: $0) } ?? [])
    } + adminArguments(document)
  }

  static let adminName = Rule<RequestDocument>(
    .init(
      "request.admin-name", .request, .error,
      summary: "a request has the names of the REST interface and not those of an Admin SDK",
      why: "the Admin SDKs rename such fields before they send; FCM itself answers 400 (Unknown name)",
      remedy: "write the REST interface's name",
      source: "https://github.com/firebase/firebase-admin-node/blob/main/src/messaging/messaging-api.ts",
      failing: [
        .message(#""android": {"notification": {"imageUrl": "https://static.example.com/tulips.jpg"}}"#),
        .message(#""tokens": ["dk3x1", "dk3x2"]"#),
      ],
      passing: [.picture])
  ) { document in
    foreignNames(in: document) { name, foreign in
      guard case .adminSDK(let place) = foreign else { return nil }
      return (
        "\(name.quoted) is a name of the Admin SDKs, which FCM's REST interface does not know", "write \(place)", place
      )
    }
  }

  static let legacyField = Rule<RequestDocument>(
    .init(
      "request.legacy-field", .request, .error,
      summary: "no field is one of the legacy HTTP interface",
      why: "the legacy interface was switched off in 2024, and HTTP v1 answers 400 (Unknown name)",
      remedy: "move the value to its place in HTTP v1",
      source: "https://firebase.google.com/docs/cloud-messaging/migrate-v1",
      failing: [
        .request(#"{"to": "/topics/spring", "notification": {"title": "Spring is here"}, "topic": "spring"}"#),
        .message(#""time_to_live": 3600"#),
      ],
      passing: [.words, .message(#""android": {"ttl": "3600s"}"#)])
  ) { document in
    foreignNames(in: document) { name, foreign in
      guard case .legacy(let place) = foreign else { return nil }
      if name == "icon", document["notification", "icon"]?.text?.contains("://") == true {
        return (
          "\(name.quoted) has no place here in HTTP v1: it is of the legacy interface",
          "write the picture's address as image, and one for browsers alone as webpush.notification.icon", nil
        )
      }
      return ("\(name.quoted) has no place here in HTTP v1: it is of the legacy interface", "write it as \(place)", nil)
    }
  }

  static let duplicateField = Rule<RequestDocument>(
    .init(
      "request.duplicate-field", .request, .error,
      summary: "no field stands there under both of its names",
      why: "`fcm_options` and `fcmOptions` are one field to FCM, and which of the two values counts is not promised",
      remedy: "keep one of them",
      source: "https://protobuf.dev/programming-guides/json/",
      failing: [
        .message(
          #""fcm_options": {"analytics_label": "a"}, "fcmOptions": {"analytics_label": "b"}"#)
      ],
      passing: [.message(#""fcm_options": {"analytics_label": "a"}"#)])
  ) { document in
    document.mismatches.compactMap { mismatch in
      guard case .bothSpellings(let first, let second) = mismatch.kind else { return nil }
      return Finding(
        "\(first.quoted) and \(second.quoted) are the same field, so one of the two values is lost",
        at: document.place(at: mismatch.offset, mismatch.path))
    } + adminNamesTwice(document)
  }

  static let fieldType = Rule<RequestDocument>(
    .init(
      "request.type", .request, .error,
      summary: "every value is of its field's type; values of `data` and headers are strings",
      why: "FCM answers 400 (Invalid value at …) and sends nothing",
      remedy: "write a value of that type",
      source: "https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode",
      failing: [
        .message(#""data": {"order": 12}"#), .message(#""android": {"notification": {"sticky": "yes"}}"#),
        .message(#""android": {"priority": "urgent"}"#),
        .message(#""android": {"notification": {"event_time": "1795386000"}}"#),
      ],
      passing: [
        .message(#""data": {"order": "12"}, "android": {"priority": "high", "notification": {"sticky": true}}"#)
      ])
  ) { document in
    document.mismatches.compactMap { mismatch in
      let place = document.place(at: mismatch.offset, mismatch.path)
      switch mismatch.kind {
      case .wrongType(let found, let expected):
        return Finding(
          "\(found) stands where \(expected) belongs, so FCM refuses the request", at: place,
          repair: document.converting(mismatch, to: expected))
      case .wrongValue(let text, let expected):
        return Finding(
          "\(text.quoted) is none of the values that FCM takes here",
          remedy: "write one of \(expected.joined(separator: ", "))", at: place)
      // How long a message is kept has a rule of its own.
      case .duration(let text) where mismatch.name != "ttl":
        return Finding(
          "\(text.quoted) is no span of time", remedy: "write seconds as a string that ends in s, such as \"0.5s\"",
          at: place)
      case .moment(let text):
        return Finding(
          "\(text.quoted) is no moment as RFC 3339 writes it, so FCM refuses the request",
          remedy: "write date and time such as \"2026-10-23T15:01:30Z\"", at: place,
          repair: document.dating(mismatch, of: text))
      case .duration, .unknownField, .bothSpellings: return nil
      }
    } + adminValues(document)
  }

  static let androidGenerations = Rule<RequestDocument>(
    .init(
      "request.android-generations", .request, .error, platforms: [.android],
      summary: "a message has `android` or `android_v2`, not both",
      why: "FCM rejects a message with both generations of Android options",
      remedy: "keep one of them",
      source: apiDefinition,
      failing: [.message(#""android": {"priority": "HIGH"}, "android_v2": {"collapse_key": "spring"}"#)],
      passing: [.message(#""android_v2": {"collapse_key": "spring"}"#)])
  ) { document in
    guard document.isSet("android"), document.isSet("android_v2") else { return [] }
    return [
      Finding("the message has both android and android_v2, and FCM rejects that", at: document.place("android_v2"))
    ]
  }

  /// The API's machine-readable definition.
  static let apiDefinition = "https://fcm.googleapis.com/$discovery/rest?version=v1"

  /// Whether another rule speaks about an unknown name, with a better remedy.
  private static func isClaimed(_ name: String, _ type: String, in document: RequestDocument) -> Bool {
    ForeignName(name, in: type) != nil || name.isMutableContent && type != MessageFieldTable.rootType
      || misplacedImages.contains { place in
        place.type == type && place.name == name && document.node(place.path)?.mayBeText == true
      }
  }

  /// Pictures of which the rules about their places tell.
  private static let misplacedImages = [
    (name: "image", type: "WebpushFcmOptions", path: ["webpush", "fcm_options", "image"]),
    (name: "image", type: "WebpushConfig", path: ["webpush", "image"]),
    (name: "image", type: "ApnsConfig", path: ["apns", "image"]),
    (name: "notification", type: "ApnsConfig", path: ["apns", "notification", "image"]),
  ]

  private static func foreignNames(
    in document: RequestDocument,
    explaining explain: (String, ForeignName) -> (message: String, remedy: String, name: String?)?
  ) -> [Finding] {
    document.mismatches.compactMap { mismatch in
      guard case .unknownField(let name, let type) = mismatch.kind, let foreign = ForeignName(name, in: type),
        let words = explain(name, foreign)
      else { return nil }
      // Of the other fields the value is another, too.
      let isSameValue = words.name.map { ["image", "token", "validate_only"].contains($0) } ?? false
      return Finding(
        words.message, remedy: words.remedy, at: document.place(at: mismatch.offset, mismatch.path),
        repair: isSameValue ? document.renaming(mismatch, in: type, to: words.name ?? name) : [])
    }
  }
}

extension String {
  /// Whether it means Apple's `mutable-content`, however it is written.
  var isMutableContent: Bool {
    let words = "mutablecontent"
    guard utf8.count >= words.utf8.count else { return false }
    let letters = utf8.lazy.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
    return letters.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
      .elementsEqual(words.utf8)
  }
}
