package import Findings

/// The part of a message that reaches a device: the platform's options replace the common ones.
///
/// FCM documents only this replacement; the place of each part comes from its client libraries.
package enum DevicePayload {
  /// The payload for APNs: words under `aps.alert`, data next to `aps`, and the attachment where FCM's service extension reads it. Without
  /// the keys that FCM adds.
  package static func apns(of message: JSONNode) -> JSONNode {
    let common = (message["notification"]?.members ?? []).filter { $0.name != "image" }
    let image = message["notification", "image"].map { object(member("image", $0)) }
    let payload = laid(message["apns", "payload"], over: message["data"])
    let aps = laid(payload["aps"], over: common.isEmpty ? nil : object(member("alert", object(common))))
    let options = laid(message["apns", "fcm_options"], over: laid(image, over: message["fcm_options"]))
    return payload.replacing("aps", by: aps).replacing("fcm_options", by: options)
  }

  /// The push event's data for the service worker of FCM's library.
  package static func webpush(of message: JSONNode) -> JSONNode {
    let data = (message["webpush", "data"] ?? message["data"])?.members ?? []
    return object([])
      .replacing("data", by: object(data))
      .replacing("fcmOptions", by: laid(message["webpush", "fcm_options"], over: message["fcm_options"]))
      .replacing("notification", by: laid(message["webpush", "notification"], over: message["notification"]))
  }

  /// The notification that FCM's library shows on Android.
  package static func androidNotification(of message: JSONNode) -> JSONNode {
    let own =
      message["android", "notification"] ?? message["android_v2", "remote_notification", "notification"]
    return laid(own, over: message["notification"])
  }

  /// The members of one object, which replace those of another.
  private static func laid(_ own: JSONNode?, over common: JSONNode?) -> JSONNode {
    let members = own?.members ?? []
    guard let common, !common.members.isEmpty else { return object(members) }
    guard !members.isEmpty else { return object(common.members) }
    let names = Set(members.map(\.name))
    return object(common.members.filter { !names.contains($0.name) } + members)
  }

  private static func object(_ members: [JSONNode.Member]) -> JSONNode {
    JSONNode(offset: 0, content: .object(members))
  }

  private static func member(_ name: String, _ value: JSONNode) -> [JSONNode.Member] {
    [JSONNode.Member(name: name, nameOffset: 0, value: value)]
  }
}

extension JSONNode {
  /// The object with a member replaced; unchanged if the new one is empty.
  fileprivate func replacing(_ name: String, by value: JSONNode) -> JSONNode {
    guard !value.members.isEmpty else { return self }
    let others = members.filter { $0.name != name }
    return JSONNode(offset: offset, content: .object(others + [Member(name: name, nameOffset: 0, value: value)]))
  }

  /// The value at the end of a path of member names.
  package subscript(first: String, rest: String...) -> JSONNode? {
    rest.reduce(self[first]) { node, name in node?[name] }
  }
}
