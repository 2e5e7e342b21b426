import Findings

extension RequestRules {
  static let unknownField = Rule<RequestDocument>("request.unknown-field") { document in
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
    }
  }

  static let adminName = Rule<RequestDocument>("request.admin-name") { document in
    foreignNames(in: document) { name, foreign in
      guard case .adminSDK(let place) = foreign else { return nil }
      return (
        "\(name.quoted) is a name of the Admin SDKs, which FCM's REST interface does not know", "write \(place)", place
      )
    }
  }

  static let legacyField = Rule<RequestDocument>("request.legacy-field") { document in
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

  static let duplicateField = Rule<RequestDocument>("request.duplicate-field") { document in
    document.mismatches.compactMap { mismatch in
      guard case .bothSpellings(let first, let second) = mismatch.kind else { return nil }
      return Finding(
        "\(first.quoted) and \(second.quoted) are the same field, so one of the two values is lost",
        at: document.place(at: mismatch.offset, mismatch.path))
    }
  }

  static let fieldType = Rule<RequestDocument>("request.type") { document in
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
      // Another rule checks how long a message is kept.
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
    }
  }

  static let androidGenerations = Rule<RequestDocument>("request.android-generations") { document in
    guard document.isSet("android"), document.isSet("android_v2") else { return [] }
    return [
      Finding("the message has both android and android_v2, and FCM rejects that", at: document.place("android_v2"))
    ]
  }

  /// Whether another rule reports an unknown name, with a better remedy.
  private static func isClaimed(_ name: String, _ type: String, in document: RequestDocument) -> Bool {
    ForeignName(name, in: type) != nil || name.isMutableContent && type != MessageFieldTable.rootType
      || misplacedImages.contains { place in
        place.type == type && place.name == name && document.node(place.path)?.mayBeText == true
      }
  }

  /// Pictures that the rules about places report.
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
      // For the other fields, the value also differs.
      let isSameValue = words.name.map { ["image", "token", "validate_only"].contains($0) } ?? false
      return Finding(
        words.message, remedy: words.remedy, at: document.place(at: mismatch.offset, mismatch.path),
        repair: isSameValue ? document.renaming(mismatch, in: type, to: words.name ?? name) : [])
    }
  }
}

extension String {
  /// Whether it means Apple's `mutable-content`, in any spelling.
  var isMutableContent: Bool {
    let words = "mutablecontent"
    guard utf8.count >= words.utf8.count else { return false }
    let letters = utf8.lazy.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
    return letters.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
      .elementsEqual(words.utf8)
  }
}
