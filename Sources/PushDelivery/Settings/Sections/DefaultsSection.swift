import Findings

extension MessageDefaults {
  /// The section `defaults` of pipeline.yml. Errors in defaults are reported here, not once for each message.
  static let section = Section(MessageDefaults(), at: .pipeline("defaults")) {
    Key("title", \.title, .withoutBraces).example(.written("New for you"))
    Key("body", \.body, .withoutBraces).example(.written("See what arrived today"))
    Key("target", \.target, .defaultTarget).example(.written("{topic: YOUR_TOPIC}"))
    Key("link", \.link, .defaultLink).example(.written("https://www.example.com/new"))
  }.before { mapping, reader in
    for value in mapping.values.values { reader.reportPlaceholders(value) }
  }
}

extension YAMLType<String> {
  fileprivate static var withoutBraces: YAMLType {
    YAMLType(JSONSchema.withoutBraces(JSONSchema.text)) { $1.string($0) }
  }

  fileprivate static var defaultLink: YAMLType {
    YAMLType(JSONSchema.form(#"^https://[!#-;=?-\[\]_a-z~%]+$"#)) { value, reader in
      guard let text = reader.path(value) else { return nil }
      if HTTPSLink(rawValue: text) == nil { reader.report(ofConfiguration: [.unusableLink(text, value.subject)]) }
      return text
    }
  }
}

extension YAMLType<MessageTarget> {
  /// Like a message's target, checked by the rules about targets.
  fileprivate static var defaultTarget: YAMLType {
    YAMLType(schemaWithRules) { value, reader in
      guard let (target, place) = TargetKeys.read(value, &reader) else { return nil }
      reader.report(ofConfiguration: TargetRules.diagnostics(of: target, subject: place))
      return target
    }
  }

  private static var schemaWithRules: JSONValue {
    let id = JSONSchema.withoutBraces(JSONSchema.name(#"^\S+$"#))
    return TargetKeys.schema { kind in
      switch kind {
      case .topic: JSONSchema.name(#"^[A-Za-z0-9_.~%-]{1,900}$"#)
      case .condition: JSONSchema.withoutBraces(JSONSchema.form(#"'[A-Za-z0-9_.~%-]+' +in +topics"#))
      case .token, .fid: id
      }
    }
  }
}

extension JSONSchema {
  /// Without campaign.yml's placeholders.
  fileprivate static func withoutBraces(_ schema: JSONValue) -> JSONValue {
    schema.merging(["not": ["type": "string", "pattern": #"\{\{"#]])
  }
}

extension YAMLReader {
  /// Placeholders are only filled in from campaign.yml, and would be sent unchanged from here.
  fileprivate mutating func reportPlaceholders(_ value: YAMLValue) {
    switch value.content {
    case .text(let text, _) where PlaceholderText.isNeeded(for: text):
      report(
        .configurationValue, value.subject, "\(text.quoted) has two braces in it, and nothing is filled in here",
        remedy: "move it to `defaults` of campaign.yml, where placeholders have values")
    case .mapping(let members): for member in members { reportPlaceholders(member.value) }
    default: return
    }
  }
}
