import Findings

/// The path of a file of the campaign folder.
private enum CampaignFilePath {
  static let schema = JSONSchema.name(
    #"^(?!/)(?!(.*/)?\.\.(/|$))(?!.*://)(?=.*[^./\s])[^\u0000-\u001f\u007f\\]+$"#)

  static func read(_ value: YAMLValue?, _ reader: inout YAMLReader) -> String? {
    guard let value, let text = reader.string(value) else { return nil }
    switch CampaignPath.normalized(text) {
    case .success(let path): return path
    case .failure(let error):
      reader.report(.campaignPath, value.subject, "\(text.quoted) \(error.message)", remedy: error.remedy)
      return nil
    }
  }
}

extension YAMLType<CampaignMedia> {
  /// One file for all platforms, or separate files for some.
  static var media: YAMLType {
    let file = JSONSchema.inLanguages(CampaignFilePath.schema)
    let own = JSONSchema.object(Dictionary(uniqueKeysWithValues: Platform.allCases.map { ($0.rawValue, file) }))
      .merging(["type": "object", "minProperties": 1])
    return YAMLType(JSONSchema.anyOf([CampaignFilePath.schema, own])) { value, reader in
      guard case .mapping(let members) = value.content else {
        return CampaignMedia(CampaignFilePath.read(value, &reader))
      }
      guard !members.isEmpty, let section = reader.mapping(value, known: ["ios", "android", "web"]) else {
        reader.reportType(of: value, expected: "a path, or `{ios: …, android: …, web: …}` with paths")
        return nil
      }
      var own: [Platform: String] = [:]
      for platform in Platform.allCases { own[platform] = CampaignFilePath.read(section[platform.rawValue], &reader) }
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
    return YAMLType(JSONSchema.anyOf([CampaignFilePath.schema, moment.type.schema])) { value, reader in
      switch value.content {
      case .text(let text, .plain) where PlainText.number(text) != nil:
        reader.report(
          .configurationType, value.subject,
          "\(text.quoted) stands where `{at: SECONDS}` or the path of a picture belongs",
          remedy: "write `{at: \(text.printable)}` for that moment, or the name in quotes if a file is called so")
        return nil
      case .text: return CampaignFilePath.read(value, &reader).map(PosterChoice.file)
      case .mapping: return moment.read(value, &reader).map { .at($0.seconds) }
      default:
        reader.reportType(of: value, expected: "`{at: SECONDS}` or the path of a picture")
        return nil
      }
    }
  }
}
