import Findings

/// The still that the author chose for a video or an animation where nothing moves.
///
/// In JSON it is `{"at": 2.5}` or `{"file": "photos/cover.jpg"}`.
public enum PosterChoice: Hashable, Sendable {
  /// The frame that is shown at this moment, in seconds from the start.
  case at(Double)
  /// A picture by its path relative to the campaign folder.
  case file(String)

  /// The moments that campaign.yml may name: up to a day, so that arithmetic cannot overflow.
  public static let momentRange: ClosedRange<Double> = 0...86_400

  /// The path of the picture; nil for a frame.
  package var file: String? { if case .file(let path) = self { path } else { nil } }
}

extension PosterChoice: Codable {
  private enum CodingKeys: String, CodingKey { case at, file }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let path = try container.decodeIfPresent(String.self, forKey: .file) {
      self = .file(path)
    } else {
      self = .at(try container.decode(Double.self, forKey: .at))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .at(let seconds): try container.encode(seconds, forKey: .at)
    case .file(let path): try container.encode(path, forKey: .file)
    }
  }
}

/// The path of a picture or video of the campaign folder, as a message names it.
private enum CampaignPath {
  static let schema = JSONSchema.name(#"^(?!/)(?!(.*/)?\.\.(/|$))(?!.*://)(?=.*[^./\s])[^\u0000-\u001f\u007f\\]+$"#)

  /// The path without `.` and doubled slashes.
  static func read(_ value: YAMLValue?, _ reader: inout YAMLReader) -> String? {
    guard let value, let text = reader.string(value) else { return nil }
    let components = text.split(separator: "/").filter { $0 != "." }
    guard let fault = fault(of: text, components) else { return components.joined(separator: "/") }
    return reader.fail(
      .campaignPath, value.subject, "\(text.quoted) \(fault.message)",
      remedy: fault.remedy ?? "write the file's path relative to the campaign folder")
  }

  private static func fault(of text: String, _ components: [Substring]) -> (message: String, remedy: String?)? {
    if text.contains("://") {
      return (
        "is a URL, and pictures are files of the campaign folder",
        "download the picture into the campaign folder and name that file"
      )
    }
    if text.hasControls { return ("has control characters in it", nil) }
    if text.contains("\\") { return ("has a backslash in it", "write `/` between folders") }
    if text.hasPrefix("/") { return ("is absolute, and pictures are files of the campaign folder", nil) }
    if components.contains("..") { return ("leaves the campaign folder", nil) }
    return components.isEmpty ? ("names the campaign folder itself", nil) : nil
  }
}

extension YAMLType<CampaignMedia> {
  /// One file for all platforms, or separate files for some.
  static var media: YAMLType {
    let file = JSONSchema.inLanguages(CampaignPath.schema)
    let own = JSONSchema.object(Dictionary(uniqueKeysWithValues: Platform.allCases.map { ($0.rawValue, file) }))
      .merging(["type": "object", "minProperties": 1])
    return YAMLType(JSONSchema.anyOf([CampaignPath.schema, own])) { value, reader in
      guard case .mapping(let members) = value.content else {
        return CampaignMedia(CampaignPath.read(value, &reader))
      }
      guard !members.isEmpty, let section = reader.mapping(value, known: ["ios", "android", "web"]) else {
        return reader.fail(value, expected: "a path, or `{ios: …, android: …, web: …}` with paths")
      }
      var own: [Platform: String] = [:]
      for platform in Platform.allCases { own[platform] = CampaignPath.read(section[platform.rawValue], &reader) }
      return CampaignMedia(own: own)
    }
  }
}

/// A moment in motion: `{at: 2.5}`.
private struct Moment: Sendable {
  var seconds = 0.0

  static let section = Section(Moment()) {
    Key("at", \.seconds, YAMLType.number(PosterChoice.momentRange).orPlaceholder).required
  }.constrained(by: ["minProperties": 1])
}

extension YAMLType<PosterChoice> {
  /// A moment, `{at: 2.5}`, or the path of a picture.
  static var poster: YAMLType {
    let moment = Moment.section
    return YAMLType(JSONSchema.anyOf([CampaignPath.schema, moment.type.schema])) { value, reader in
      switch value.content {
      case .text(let text, .plain) where PlainText.number(text) != nil:
        return reader.fail(
          .configurationType, value.subject, "expected `{at: SECONDS}` or the path of a picture, found \(text.quoted)",
          remedy: "write `{at: \(text.printable)}` for that moment, or the name in quotes if a file is called so")
      case .text: return CampaignPath.read(value, &reader).map(PosterChoice.file)
      case .mapping: return moment.read(value, &reader).map { .at($0.seconds) }
      default:
        return reader.fail(value, expected: "`{at: SECONDS}` or the path of a picture")
      }
    }
  }
}
