import Findings
import PushDelivery
import Testing

/// Where the value of a field belongs that FCM does not know in its place.
@Suite struct FieldHomeTests {
  @Test(arguments: [
    (#""image": "a""#, "write it as notification.image"), (#""title": "a""#, "write it as notification.title"),
    (#""aps": {"badge": 1}"#, "write it as apns.payload.aps"), (#""message": {}"#, "take the inner `message` out"),
    (#""apns": {"alert": "a"}"#, "write it as apns.payload.aps.alert"),
    (#""apns": {"priority": "10"}"#, "write it as apns-priority in apns.headers"),
    (#""apns": {"fcm_options": {"link": "a"}}"#, "write it as webpush.fcm_options.link"),
    (#""android": {"channelId": "a"}"#, "write it as android.notification.channel_id"),
    (#""android": {"notification": {"bigPicture": "a"}}"#, "write the address as image"),
    (#""android": {"notification": {"style": "a"}}"#, "delete it"),
    (#""webpush": {"requireInteraction": true}"#, "write it as webpush.notification.requireInteraction"),
    (#""fcm_options": {"image": "a"}"#, "write it as notification.image"),
    (#""notification": {"titel": "a"}"#, "the nearest name is `title`"),
    (#""notification": {"colour_of_the_sky": "a"}"#, "correct the name, or delete the field"),
  ])
  func isSaid(members: String, remedy: String) {
    let found = RequestFile(Array(#"{"message": {"topic": "a", \#(members)}}"#.utf8))
      .diagnostics(about: .init(.request, "r"), now: 0).filter { $0.rule.rawValue == "request.unknown-field" }
    #expect(found.count == 1 && found[0].remedy.hasPrefix(remedy), "\(found.map(\.remedy))")
  }

  @Test func whatStandsBesideTheMessageBelongsIntoIt() {
    let found = RequestFile(Array(#"{"message": {"data": {"a": "1"}}, "topic": "a", "mutableContent": 1}"#.utf8))
      .diagnostics(about: .init(.request, "r"), now: 0).filter { $0.rule.rawValue == "request.unknown-field" }
    #expect(
      found.map(\.remedy) == [
        "write it as message.topic", #"write "mutable-content": 1 in message.apns.payload.aps"#,
      ])
  }
}
