import Findings
import MediaFacts

/// What a message may say: the keys of campaign.yml and the columns of a table.
enum MessageKey: Int, CaseIterable, Sendable {
  case id, locale, variant
  case media, poster, title, body, link, target, platforms
  /// The older name of `media`.
  case image
  case focalPoint
  case priority, ttl, expires, channel, sound, badge, category, data
  case collapseKey, analyticsLabel
  case android, apns, webpush
  case values, variants

  /// All that is said of it. Asked for every key of every message, so they are made once.
  var grammar: MessageKeyGrammar { Self.grammars[rawValue] }

  private static let grammars = allCases.map(\.description)

  /// Its name in the file.
  var name: String { grammar.key.name }

  /// The names of all, in the order in which texts name them.
  static let names = allCases.map(\.name)

  private static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

  init?(named name: String) {
    guard let key = Self.named[name] else { return nil }
    self = key
  }
}

/// What there is to know of one key of a message.
struct MessageKeyGrammar: Sendable {
  /// How it is read once nothing is left to choose or to fill in, and its words.
  let key: Key<FlatMessage>
  /// Where its value may be written in several languages.
  let localization: Localization
  /// Whether what is laid over it goes in key by key; anything else is replaced whole.
  let isMerged: Bool
  /// Whether it tells how one message becomes several, so that nothing of it is left in the flat one.
  let isExpanded: Bool
  /// Whether a variant can say it of itself.
  let varies: Bool

  init(
    _ key: Key<FlatMessage>, _ localization: Localization = .text, isMerged: Bool = false, isExpanded: Bool = false,
    varies: Bool = true
  ) {
    self.key = key
    self.localization = localization
    self.isMerged = isMerged
    self.isExpanded = isExpanded
    self.varies = varies
  }

  enum Localization: Sendable {
    /// The fields of overrides are free names, and some of them look like languages (`ttl`); they take placeholders.
    case never
    /// A text or a list, so that any mapping is meant as languages.
    case text
    /// A value of its own shape, or languages with such a value each.
    case whole
    /// Free names, each with a text.
    case members
    /// As `whole`, and its members are texts.
    case wholeOrMembers
  }
}

/// A message in which nothing is left to choose or to fill in, key by key.
struct FlatMessage: Sendable {
  var id: String?
  var media = CampaignMedia()
  var poster: PosterChoice?
  var focalPoint: FocalPoint?
  var title: String?
  var body: String?
  var link: String?
  /// nil: none of its own.
  var targets: [MessageTarget]?
  var platforms = Set<Platform>.all
  var options = MessageOptions()
  var overrides = MessageOverrides()
}

extension MessageKey {
  /// Each key, once.
  private var description: MessageKeyGrammar {
    switch self {
    case .id:
      MessageKeyGrammar(
        Key("id", \.id, .messageIdentifier, "Names the request file. Unique in the campaign.").required
          .comment(
            "Names the request file: letters, digits, `.`, `_` and `-`, unique in this file.",
            example: .written("summer-sale")
          ).reference(
            "Names the request file, `<id>.json`. Unique in the campaign; letters that differ in case alone count as equal, "
              + "because some file systems take them so."), .never, varies: false)
    case .locale:
      MessageKeyGrammar(
        Key(
          "locale", checking: .languageTag,
          "The one language of this message; left out, it is made in all in which it is written."
        ).reference(
          "The one language of this message; left out, it is made in all in which it is [written](#languages)."),
        .never, isExpanded: true, varies: false)
    case .variant:
      MessageKeyGrammar(
        Key(
          "variant", checking: .variantName,
          "The name of this variant, where the others are messages of their own."), .never, isExpanded: true,
        varies: false)
    case .media: MessageKeyGrammar(Self.media("media"), .wholeOrMembers)
    case .image:
      MessageKeyGrammar(
        Key("image", checking: .media, "The older name of media.").reference("The older name of `media`."),
        .wholeOrMembers,
        isExpanded: true)
    case .poster:
      MessageKeyGrammar(
        Key(
          "poster", \.poster, .poster,
          "What stands for what moves where nothing moves: {at: SECONDS} or the path of a picture."
        ).comment(
          """
          The still that Android and browsers show of an animation or video: a moment in seconds, or a picture's path.
          Left out: a frame that represents it is chosen.
          """, example: .commentedOut("{at: 2.5}")
        ).reference(
          "What Android and browsers show of an animation or a video: the frame at that moment of it, or a picture of the "
            + "campaign folder, written like `media`. Left out, a frame that represents the whole is chosen. Refused without "
            + "`media`. A moment behind the end and a file that moves are refused too.", standard: "chosen"), .whole)
    case .title:
      MessageKeyGrammar(
        Key("title", \.title, .text, "What the phone shows.")
          .comment(
            """
            What the phone shows, or that in several languages: {en: Summer sale, de: Sommerschlussverkauf}. Left out: the
            default of pipeline.yml, as for body, target and link.
            """, example: .written("Summer sale")
          ).reference(
            "What the phone shows. Title or body must be visible: without alert text Apple's systems never run the extension "
              + "that adds the picture.", standard: "`defaults`"))
    case .body:
      MessageKeyGrammar(
        Key("body", \.body, .text, "What the phone shows.")
          .comment("", example: .written("Up to half off until Sunday")).reference(standard: "`defaults`"))
    case .link:
      MessageKeyGrammar(
        Key("link", \.link, .path, "Where a tap leads: an https URL.")
          .comment("Where a tap leads.", example: .written("https://www.example.com/sale"))
          .reference("Where a tap leads. FCM requires https.", type: "https URL", standard: "`defaults.link`"))
    case .target:
      MessageKeyGrammar(
        Key(
          "target", \.targets, .targets, "Whom it goes to: one of topic, token, fid and condition, or a list of them."
        ).comment(
          "Whom it goes to, one of: topic, fid (a Firebase installation), token, condition (over topics).",
          example: .written("{topic: YOUR_TOPIC}")
        ).reference(
          "Whom it goes to. A list gives one message for each, numbered: `<id>.1`, `<id>.2`. They keep their numbers when the "
            + "list grows at its end. `default` asks for the default target, which rows of a table do not get otherwise.",
          standard: "`defaults.target`, else required"), .wholeOrMembers)
    case .platforms:
      MessageKeyGrammar(
        Key("platforms", \.platforms, .platforms, "The platforms that it is made for; all when left out.")
          .reference(
            "The platforms that it is made for: others get no section of their own, and no picture.", standard: "all"))
    case .focalPoint:
      MessageKeyGrammar(
        Key(
          "focal-point", \.focalPoint, .focalPoint,
          "The point that a cut keeps in view: 0 is left and top, 1 is right and bottom."
        ).comment(example: .written("{x: 0.5, y: 0.5}")).reference(
          "The point that a cut keeps in view: 0 is left and top, 1 is right and bottom of the upright picture. It counts with "
            + "`fit: cover`. Where messages give one picture several points, a rendition is made for each."), .whole)
    case .priority, .ttl, .expires, .channel, .sound, .badge, .category, .data, .collapseKey, .analyticsLabel:
      delivery
    case .android: Self.fields("android", \.overrides.android, of: "AndroidConfig", imageOf: "notification")
    case .apns: Self.fields("apns", \.overrides.apns, of: "ApnsConfig", imageOf: "fcm_options")
    case .webpush: Self.fields("webpush", \.overrides.webpush, of: "WebpushConfig", imageOf: "notification")
    case .values:
      MessageKeyGrammar(
        Key("values", checking: .placeholderValues, "What placeholders of this message stand for.")
          .reference("What [placeholders](#placeholders) of this message stand for."), .never, isMerged: true,
        isExpanded: true)
    case .variants:
      MessageKeyGrammar(
        Key(
          "variants", checking: .variants,
          "What is tried against each other: what each says otherwise, by its name."
        ).reference("What is tried against each other: [variants](#variants)."), .never, isExpanded: true, varies: false
      )
    }
  }

  private static func media(_ name: String) -> Key<FlatMessage> {
    Key(
      name, \.media, .media,
      "The picture, animation or video, relative to the campaign folder; or one for each platform."
    ).comment(
      """
      The picture, animation or video, relative to this folder, or one for each platform:
      {ios: summer-sale.mp4, android: summer-sale.jpg, web: summer-sale.jpg}. Left out: a message of text alone.
      """, example: .written("summer-sale.jpg")
    ).reference(
      "The picture, animation or video, relative to the campaign folder, with `/` between folders. No URL, no absolute path, no "
        + "`..`. It matches in any Unicode normal form. With files for some platforms the others show text alone.",
      standard: "none: text alone")
  }

  private static func fields(
    _ name: String, _ path: any WritableKeyPath<FlatMessage, JSONValue?> & Sendable, of type: String,
    imageOf parent: String
  ) -> MessageKeyGrammar {
    MessageKeyGrammar(
      Key(name, path, .fields(of: type, imageOf: parent), "Fields of \(type). They win over everything else.")
        .reference("What only one platform has, by the API's names. They win over everything else."), .never,
      isMerged: true)
  }
}
