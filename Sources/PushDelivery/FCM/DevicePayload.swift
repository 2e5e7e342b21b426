package import Findings

/// What reaches a device of a message, with the platform's own options laid over the common ones.
///
/// FCM documents no more than that they replace each other; where each part goes is what its client libraries read.
package enum DevicePayload {
  /// The payload for APNs: words under `aps.alert`, data beside `aps`, and the attachment where FCM's service extension
  /// looks for it. Without the keys that FCM adds for its own use.
  package static func apns(of message: JSONValue) -> JSONValue {
    var common = message["notification"]?.members ?? [:]
    let image = common.removeValue(forKey: "image").map { JSONValue.object(["image": $0]) }
    let ownOptions = message["apns"]?["fcm_options"]
    var payload = laid(message["apns"]?["payload"], over: message["data"])
    let aps = laid(payload["aps"], over: common.isEmpty ? nil : ["alert": .object(common)])
    let options = laid(ownOptions, over: .object(laid(image, over: message["fcm_options"])))
    if !aps.isEmpty { payload["aps"] = .object(aps) }
    if !options.isEmpty { payload["fcm_options"] = .object(options) }
    return .object(payload)
  }

  /// What the service worker of FCM's library finds in the push event.
  package static func webpush(of message: JSONValue) -> JSONValue {
    let own = message["webpush"]
    let members = [
      ("notification", laid(own?["notification"], over: message["notification"])),
      ("fcmOptions", laid(own?["fcm_options"], over: message["fcm_options"])),
      ("data", (own?["data"] ?? message["data"])?.members ?? [:]),
    ]
    return .object(
      members.reduce(into: [:]) { payload, member in
        if !member.1.isEmpty { payload[member.0] = .object(member.1) }
      })
  }

  /// Members of one object with those of another laid over them.
  package static func laid(_ own: JSONValue?, over common: JSONValue?) -> [String: JSONValue] {
    (common?.members ?? [:]).merging(own?.members ?? [:]) { _, own in own }
  }
}
