import Findings

/// The bodies of `messages:send`.
extension RequestForm {
  /// The body of `messages:send`, a file for each request.
  public static let fcmV1 = RequestForm(
    "fcm-v1", at: .each(suffix: ".json"), hasValidateOnlyTwin: true,
    writer: Writer { request, isValidateOnly in request.bodyText(validateOnly: isValidateOnly) })

  /// The same, one line for each request, for queues.
  public static let fcmV1Lines = RequestForm(
    "fcm-v1-jsonl", at: .all(name: "requests.jsonl"), hasValidateOnlyTwin: true,
    writer: Writer { request, isValidateOnly in
      request.bodyLine(validateOnly: isValidateOnly) + [UInt8(ascii: "\n")]
    })
}

/// For the Admin SDKs.
extension RequestForm {
  /// Messages, one on each line, and programs that send them with the Admin SDKs for Node.js and Python.
  public static let admin = RequestForm(
    "admin",
    at: .all(folder: "admin/", name: "messages.jsonl", programs: ["admin/send.mjs", "admin/send.py"]),
    writer: Writer { (request, _) throws(FormatError) in
      for path in unknownToSDKs where path.reduce(request.message, { $0?[$1] }) != nil {
        throw FormatError(path: path, reason: "firebase-admin for Python does not have this field")
      }
      return ((try? JSONText.compact(request.message)) ?? []) + [UInt8(ascii: "\n")]
    })

  /// Fields that `messaging.Message` of firebase-admin 7.7 for Python does not have (`_messaging_utils.py`).
  private static let unknownToSDKs = [
    ["android_v2"], ["android", "notification", "bypass_proxy_notification"],
    ["webpush", "fcm_options", "analytics_label"],
  ]
}

/// Payloads for devices.
extension RequestForm {
  /// The payload for APNs, to send without FCM. Without white space, so that the file's length is the payload's.
  public static let apns = RequestForm(
    "apns", at: .each(folder: "apns/", suffix: ".json"),
    writer: Writer(headers: { pushHeaders($0, section: "apns") }) { request, _ in
      JSONText.compact(DevicePayload.apns(of: request.node))
    })

  /// The payload for a browser's push service.
  public static let webpush = RequestForm(
    "webpush", at: .each(folder: "webpush/", suffix: ".json"),
    writer: Writer(headers: { pushHeaders($0, section: "webpush") }) { request, _ in
      JSONText.compact(DevicePayload.webpush(of: request.node))
    })

  /// The header fields that a push service needs with the payload.
  private static func pushHeaders(_ request: ComposedRequest, section: String) -> [String: String] {
    let headers = request.node[section, "headers"]?.members ?? []
    return Dictionary(headers.compactMap { header in header.value.text.map { (header.name, $0) } }) { $1 }
  }
}
