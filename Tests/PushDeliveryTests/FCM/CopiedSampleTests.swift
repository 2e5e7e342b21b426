import Findings
import PushDelivery
import Testing

/// Requests with the mistakes of a sample that many projects have copied: the REST body and the Admin SDK's literal.
@Suite struct CopiedSampleTests {
  /// A comma behind the title, `mutable-content` as a header, the web's picture as a header.
  let restBody = """
    {
      "message": {
        "topic": "bakery",
        "notification": {
          "title": "Fresh rolls at seven",
        },
        "android": {
          "notification": {
            "image": "https://fresh.rolls.oven-door.png"
          }
        },
        "apns": {
          "headers": {
            "mutable-content": 1
          },
          "fcm_options": {
            "image": "https://fresh.rolls.oven-door.png"
          }
        },
        "webpush": {
          "headers": {
            "image": "https://fresh.rolls.oven-door.png"
          }
        }
      }
    }
    """

  /// The names of the Admin SDK for Node, sent as they are.
  let adminBody = """
    {
      "topic": "bakery",
      "notification": {"title": "Fresh rolls at seven"},
      "android": {"notification": {"imageUrl": "https://fresh.rolls.oven-door.png"}},
      "apns": {
        "payload": {"aps": {"mutable-content": 1}},
        "fcm_options": {"image": "https://fresh.rolls.oven-door.png"}
      },
      "webpush": {"headers": {"image": "https://fresh.rolls.oven-door.png"}}
    }
    """

  @Test func saysAllThatIsWrongWithTheRESTBody() {
    #expect(
      findings(restBody) == [
        "error json.syntax 5:38", "error url.file-name 9:18 message.android.notification.image",
        "error request.type 14:28 message.apns.headers.mutable-content",
        "error ios.mutable-content-place 14:28 message.apns.headers.mutable-content",
        "error url.file-name 17:18 message.apns.fcm_options.image",
        "warning web.headers-image 22:18 message.webpush.headers.image",
      ])
  }

  @Test func saysAllThatIsWrongWithTheLiteral() {
    #expect(
      findings(adminBody) == [
        "error request.admin-name 4:32 android.notification.imageUrl",
        "error url.file-name 7:30 apns.fcm_options.image", "warning web.headers-image 9:36 webpush.headers.image",
      ])
  }

  private func findings(_ text: String) -> [String] {
    RequestFile(Array(text.utf8)).diagnostics(about: .init(.request, "r.json"), now: 0)
      .filter { $0.severity > .note }
      .map { diagnostic in
        let subject = diagnostic.subject
        let place = "\(subject.line ?? 0):\(subject.column ?? 0)"
        return ["\(diagnostic.severity)", diagnostic.rule.rawValue, place, subject.keyPath]
          .compactMap(\.self).joined(separator: " ")
      }
  }
}
