import Findings
import PushDelivery
import TestSupport
import Testing

/// Interfaces that Google removed are found in every text that uses them, and in no other.
@Suite struct RemovedInterfaceTests {
  private static let node = "const { getMessaging } = require('firebase-admin/messaging');\n"
  private static let python = "from firebase_admin import messaging\n"

  /// The places that are reported, as line:column.
  private func found(_ text: String, in name: String) throws -> [String] {
    let program = try #require(UnjudgedText(fileName: name))
    let diagnostics = program.diagnostics(of: Array(text.utf8), at: name, rules: .standard)
    #expect(diagnostics.allSatisfy { $0.rule == "request.removed" && $0.severity == .error })
    return diagnostics.map { "\($0.subject.line ?? 0):\($0.subject.column ?? 0)" }
  }

  @Test(
    arguments: [
      ("a.js", node + "await getMessaging().sendMulticast(m);\n", ["2:22"]),
      ("a.ts", node + "const fcm = getMessaging(app);\nfcm.sendAll(messages);\n", ["3:5"]),
      ("a.js", node + "const m = admin.messaging();\nm\n  .sendToTopic('news', p);\n", ["4:4"]),
      ("a.js", node + "admin.messaging().sendToDevice(t, p).then(f);\n", ["2:19"]),
      ("a.py", python + "messaging.send_multicast(m)\nmessaging.send_all([m])\n", ["2:11", "3:11"]),
      ("a.py", "from firebase_admin.messaging import send_multicast\nsend_multicast(m)\n", ["2:1"]),
      ("a.go", "import \"firebase.google.com/go/v4/messaging\"\nclient.SendMulticast(ctx, m)\n", ["2:8"]),
      (
        "a.java",
        "import com.google.firebase.messaging.*;\nFirebaseMessaging.getInstance().sendAllAsync(list);\n", ["2:33"]
      ),
      (
        "a.php", "<?php\n$url = 'https://fcm.googleapis.com/fcm/send';\n$h = ['Authorization: key=' . KEY];\n",
        ["2:17", "3:8"]
      ),
      (
        "a.py", "u = \"https://fcm.googleapis.com/fcm/send\"\nh = {\"Authorization\": f\"key={K}\"}\n", ["1:14", "2:7"]
      ),
      ("a.rb", "# https://fcm.googleapis.com/v1\nuri = 'https://fcm.googleapis.com/batch'\n", ["2:16"]),
      (
        "a.kt",
        "val u = \"https://fcm.googleapis.com/v1/projects/p/messages:send\"\nr.header(\"Authorization\", \"key=$k\")\n",
        ["2:11"]
      ),
    ] as [(String, String, [String])])
  func isFoundWhereItIsUsed(_ name: String, _ text: String, _ places: [String]) throws {
    #expect(try found(text, in: name) == places)
  }

  @Test(
    arguments: [
      // Today's functions, and others' of the same names.
      ("a.js", node + "getMessaging().sendEachForMulticast(m); getMessaging().sendEach([m]);\n"),
      ("a.js", node + "queue.sendAll(jobs);\nproducer.sendToTopic('t', m);\n"),
      ("a.js", "socket.sendMulticast(m);\n"),
      // The user's own function, a note of the removal, and strings.
      ("a.js", node + "class A { sendMulticast(m) { return getMessaging().sendEachForMulticast(m); } }\n"),
      ("a.js", node + "this.sendMulticast(m);\n"),
      ("a.js", node + "// getMessaging().sendMulticast(m) is gone\n/* messaging.sendAll( */\n"),
      ("a.py", python + "# messaging.send_multicast(m)\n\"\"\"messaging.send_all(m)\"\"\"\ndef send_all(m): pass\n"),
      ("a.js", node + "log('messaging.sendMulticast( is gone');\n"),
      // A subscription of web push, another key, and what is not FCM's.
      ("a.js", "const e = 'https://fcm.googleapis.com/fcm/send/abc:def';\n"),
      ("a.py", python + "h = {'Authorization': 'Bearer ' + t}\nkey = 'Authorization'\n"),
      ("a.js", "headers.set('Authorization', 'key=' + k); fetch('https://push.test-shop.de/');\n"),
      ("a.py", "# u = \"https://fcm.googleapis.com/fcm/send\"\n"),
    ])
  func isNotFoundElsewhere(_ name: String, _ text: String) throws { #expect(try found(text, in: name) == []) }

  /// Texts without a message for the rules.
  @Test(
    arguments: [
      ("POST https://fcm.googleapis.com/batch\nAuthorization: Bearer {{t}}\n", RequestSyntax.http, ["1:14"]),
      ("# POST https://fcm.googleapis.com/batch\n", .http, []),
      (
        "curl -d @body.json -H \"Authorization: key=$KEY\" https://fcm.googleapis.com/fcm/send\n", .shell,
        ["1:24", "1:57"]
      ),
      (
        #"{"log": {"entries": [{"request": {"method": "POST", "url": "https://fcm.googleapis.com/fcm/send"}}]}}"#,
        .json, ["1:60"]
      ),
      (
        #"{"info": {"name": "a"}, "item": [{"request": {"url": {"raw": "https://fcm.googleapis.com/v1/projects/p/messages:send"}, "#
          + #""header": [{"key": "Authorization", "value": "key=AAA"}]}}]}"#, .json, ["1:166"]
      ),
    ] as [(String, RequestSyntax, [String])])
  func isFoundInRequestsWithoutABody(_ text: String, _ syntax: RequestSyntax, _ places: [String]) {
    let found = RequestFile(Array(text.utf8), in: syntax).diagnostics(about: .init(.request, "r"), now: 0)
      .filter { $0.rule == "request.removed" }
    #expect(found.map { "\($0.subject.line ?? 0):\($0.subject.column ?? 0)" } == places)
  }
}
