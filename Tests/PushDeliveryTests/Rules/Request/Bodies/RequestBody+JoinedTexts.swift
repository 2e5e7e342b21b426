import PushDelivery

// Texts that programs put together of names and texts.
extension RequestBody {
  private static let host = "cdn.acme-shop.de"

  private static func javaScript(_ name: String, _ before: String, _ image: String, finds: [String] = []) -> RequestBody
  {
    RequestBody(
      name, in: .javaScript, finds: finds,
      "\(before)\nsend({ topic: 'a', notification: { title: 'T' }, android: "
        + "{ notification: { imageUrl: \(image) } } });\n"
    )
  }

  private static func python(_ name: String, _ before: String, _ image: String, finds: [String] = []) -> RequestBody {
    RequestBody(
      name, in: .python, finds: finds,
      """
      from firebase_admin import messaging
      \(before)
      messaging.send(messaging.Message(topic='a', notification=messaging.Notification(title='T'),
        android=messaging.AndroidConfig(notification=messaging.AndroidNotification(image=\(image)))))
      """)
  }

  static let joinedTexts: [RequestBody] = [
    javaScript("a template of a name", "const CDN = 'http://\(host)';", "`${CDN}/a.jpg`", finds: ["url.scheme"]),
    javaScript("a sum of a name", "const CDN = 'http://\(host)';", "CDN + '/a.jpg'", finds: ["url.scheme"]),
    javaScript(
      "a sum that has a name", "const CDN = 'http://\(host)';\nconst image = `${CDN}/a.jpg`;", "image",
      finds: ["url.scheme"]),
    javaScript("a template that is right", "const CDN = 'https://\(host)';", "`${CDN}/a.jpg`"),
    javaScript("a name that is set twice", "let CDN = 'http://\(host)';\nCDN = other;", "`${CDN}/a.jpg`"),
    javaScript("a name that nobody knows", "", "`${CDN}/a.jpg`"),
    javaScript("names of each other", "const A = B + 'a';\nconst B = A + 'b';", "A + 'c'"),
    python("a text of Python's with a name", "CDN = 'http://\(host)'", "f'{CDN}/a.jpg'", finds: ["url.scheme"]),
    python("a sum of Python's", "CDN = 'http://\(host)'", "CDN + '/a.jpg'", finds: ["url.scheme"]),
    python(
      "a text of Python's that has a name", "CDN = 'http://\(host)'\nIMAGE = f'{CDN}/a.jpg'", "IMAGE",
      finds: ["url.scheme"]),
    python("a name with a format", "CDN = 'http://\(host)'", "f'{CDN:>3}/a.jpg'"),
  ]
}
