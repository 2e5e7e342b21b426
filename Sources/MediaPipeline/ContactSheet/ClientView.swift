import Findings
import MediaFacts
import PushDelivery

/// A message on one client, as values from which the page's script draws it (Resources/contact-sheet/page.js).
struct ClientView {
  let message: ContactSheetContents.ShownMessage
  let client: Platform
  let parts: PageParts

  private var picture: RenditionOutcome? { message.pictures[client] }

  private var said: ClientWords { message.words[client] ?? ClientWords(title: message.title, body: message.body) }

  /// Whether it says what the message's heading says.
  private var isSaid: Bool {
    said.title == message.title && said.body == message.body && said.subtitle == nil && said.actions.isEmpty
      && message.title != nil
  }

  var json: JSONValue {
    let shown = shownParts
    var members: [String: JSONValue?] = [
      "caption": .string(caption(shown)), "said": isSaid ? nil : said.json,
      "deep": shown.first.map { CenteredCrop.isDeep($0.share) } == true ? true : nil, "cut": cut(shown),
    ]
    if let picture {
      let address = parts.shows(picture) ? nil : JSONValue.string(parts.media.address(of: picture))
      let isBeside = parts.media.isBeside(picture)
      members["w"] = .integer(picture.width)
      members["h"] = .integer(picture.height)
      members["p"] = address == nil ? .string(picture.pageClass) : nil
      members["kind"] = picture.format.isMovie ? "movie" : picture.motion != nil ? "gif" : nil
      // Nothing is loaded from elsewhere unless someone follows a link.
      members[isBeside ? "src" : "url"] = address
    }
    return .object(present: members)
  }

  /// - Parameter shown: of the original, in the frames of both extremes. In one between them it may show whole.
  private func caption(_ shown: [PictureArea]) -> String {
    guard let picture else { return "shows text only" }
    if picture.format.isMovie { return "plays it after a tap" }
    guard let least = shown.map(\.share).min(), let most = shown.union?.share else { return "plays it by itself" }
    guard least < CenteredCrop.wholeShare else { return "shows all of it" }
    let isCropped = client.crop(of: size(of: picture))?.isWhole == false
    let words = isCropped ? " of it, from the middle" : " of it, as it was cut"
    let isRange = CenteredCrop.percent(least) != CenteredCrop.percent(most)
    return "shows " + (isRange ? "\(CenteredCrop.percent(least).dropLast(2)) to " : "") + CenteredCrop.percent(most)
      + (most < CenteredCrop.wholeShare ? words : " of it, as its text leaves room")
  }

  /// What shows of the original in the client's usual frame, and in the highest that a text leaves on Android; empty if it plays.
  private var shownParts: [PictureArea] {
    guard let picture, picture.motion == nil else { return [] }
    let area = parts.sheet.originals[picture.url]?.area ?? .whole
    let size = size(of: picture)
    // The highest is 291 dp wide and 210 dp high (AOSP, notification_2025_*).
    let frames = client.frameAspect.map { [$0, 291.0 / 210] } ?? [nil]
    return frames.map { aspect in area.shown(in: aspect.map { CenteredCrop(of: size, aspect: $0) }, of: size) }
  }

  private func size(of picture: RenditionOutcome) -> PixelSize {
    PixelSize(width: picture.width, height: picture.height)
  }

  /// What the page crosses out in the original; nil if all of it shows.
  private func cut(_ shown: [PictureArea]) -> JSONValue? {
    guard let picture, let ever = shown.union, shown.contains(where: { $0.share < CenteredCrop.wholeShare }) else {
      return nil
    }
    return .object(present: [
      "always": shown.reduce(ever) { $0.intersection($1) }.json, "ever": ever.json,
      "original": parts.sheet.originals[picture.url]?.json,
    ])
  }
}

extension [PictureArea] {
  fileprivate var union: PictureArea? { first.map { reduce($0) { $0.union($1) } } }
}

extension PictureArea {
  /// Precise to a pixel of the largest rendition.
  fileprivate var json: JSONValue {
    .array([left, top, right, bottom].map { .number($0.rounded(toPlaces: 5)) })
  }
}

extension ContactSheetContents.Original {
  /// For the page's script.
  var json: JSONValue {
    let time: Double? = if case .movie(let time) = motion { time } else { nil }
    return .object(present: [
      "area": area.json, "moves": motion == .animation ? true : nil, "src": address.map { .string($0) },
      "time": time.map { .number($0) },
    ])
  }
}

/// The words of one client next to the picture.
package struct ClientWords: Hashable, Sendable {
  package var title: String?
  /// Between title and body, only on Apple's systems.
  package var subtitle: String?
  package var body: String?
  /// The words of its buttons.
  package var actions: [String]

  package init(title: String? = nil, subtitle: String? = nil, body: String? = nil, actions: [String] = []) {
    (self.title, self.subtitle, self.body, self.actions) = (title, subtitle, body, actions)
  }

  /// The words of a request for a client, by the REST reference.
  init(of message: JSONNode, on client: Platform) {
    // The app has words of a key in the phone's language.
    func words(_ shown: JSONNode?, _ name: String, key: String) -> String? {
      shown?[key]?.text.map { "(the app's words for \($0))" } ?? shown?[name]?.text
    }
    switch client {
    case .android:
      let shown = DevicePayload.androidNotification(of: message)
      self.init(
        title: words(shown, "title", key: "title_loc_key"), body: words(shown, "body", key: "body_loc_key"))
    case .ios:
      let alert = DevicePayload.apns(of: message)["aps"]?["alert"]
      self.init(
        title: words(alert, "title", key: "title-loc-key"), subtitle: words(alert, "subtitle", key: "subtitle-loc-key"),
        body: alert?.text ?? words(alert, "body", key: "loc-key"))
    case .web:
      let shown = DevicePayload.webpush(of: message)["notification"]
      let actions = shown?["actions"]?.elements ?? []
      self.init(
        title: shown?["title"]?.text, body: shown?["body"]?.text, actions: actions.compactMap { $0["title"]?.text })
    }
  }

  fileprivate var json: JSONValue {
    .object(present: [
      "title": title.map { .string($0) }, "subtitle": subtitle.map { .string($0) }, "body": body.map { .string($0) },
      "actions": actions.isEmpty ? nil : .array(actions.map { .string($0) }),
    ])
  }
}

extension Platform {
  /// The common names of what the previews imitate.
  var previewName: String {
    switch self {
    case .android: "Android"
    case .ios: "iOS"
    case .web: "Chrome"
    }
  }
}
