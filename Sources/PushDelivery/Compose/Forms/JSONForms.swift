import Findings

/// The bodies of `messages:send`.
extension RequestForm {
  /// The body of `messages:send`, a file for each request.
  public static let fcmV1 = RequestForm(
    "fcm-v1", at: .each(suffix: ".json"), hasValidateOnlyTwin: true,
    writer: Writer(hasJSONTexts: true) { request, isValidateOnly in request.bodyText(validateOnly: isValidateOnly) })

  /// The same, one line for each request, for queues.
  public static let fcmV1Lines = RequestForm(
    "fcm-v1-jsonl", at: .all(name: "requests.jsonl"), hasValidateOnlyTwin: true,
    writer: Writer(hasJSONTexts: true) { request, isValidateOnly in
      request.bodyLine(validateOnly: isValidateOnly) + [UInt8(ascii: "\n")]
    })
}

/// What reaches devices.
extension RequestForm {
  /// What APNs itself would get, for sending without FCM. Without white space, so that the file's length is the payload's.
  public static let apns = RequestForm(
    "apns", at: .each(folder: "apns/", suffix: ".json"),
    writer: Writer(hasJSONTexts: true, headers: { pushHeaders($0, section: "apns") }) { request, _ in
      (try? JSONText.compact(DevicePayload.apns(of: request.message))) ?? []
    })

  /// What a browser's push service would deliver.
  public static let webpush = RequestForm(
    "webpush", at: .each(folder: "webpush/", suffix: ".json"),
    writer: Writer(hasJSONTexts: true, headers: { pushHeaders($0, section: "webpush") }) { request, _ in
      (try? JSONText.compact(DevicePayload.webpush(of: request.message))) ?? []
    })

  /// The header fields that a push service must get with the payload.
  private static func pushHeaders(_ request: ComposedRequest, section: String) -> [String: String] {
    (request.message[section]?["headers"]?.members ?? [:]).compactMapValues(\.text)
  }
}
