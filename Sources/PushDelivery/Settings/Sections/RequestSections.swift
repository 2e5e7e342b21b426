import Findings

extension PipelineDraft {
  static let requests = Section(PipelineDraft(), at: .pipeline("requests")) {
    Key("path", \.configuration.requestFolder, .filePath)
    Key("proof-lasts", \.configuration.proofLife, .span)
    Key("webpush-image-header", \.configuration.compose.webpushImageHeader, .bool)
    Key("link-data-key", \.configuration.compose.linkDataKey, .dataKey).example(.written("link"))
  }
}

extension ComposeSettings {
  static func section(forms: [RequestForm]) -> Section<ComposeSettings> {
    Section(ComposeSettings(), at: .pipeline("compose")) {
      Key(
        "formats", \ComposeSettings.forms,
        .oneOrMore(
          .choice(forms.map { ($0.name, $0) }), named: \.name,
          whenEmpty: ("no requests would be written", "name a format, or delete the key"), isSet: true))
      Key(
        "project", \.project,
        .parsed("project", JSONSchema.form("^[a-z0-9][a-z0-9.:-]{3,99}$")) { ProjectIdentifier(rawValue: $0) }
      ).example(.commentedOut("my-project"))
      Key("validate-only", \.hasValidateOnlyTwins, .bool)
    }.after { mapping, settings, reader in
      guard settings.hasValidateOnlyTwins, !settings.forms.contains(where: \.hasValidateOnlyTwin) else { return }
      reader.refuse(
        mapping["validate-only"], because: "none of the formats is the body of a request",
        use: "`fcm-v1` under `formats`")
    }
  }
}

extension YAMLType<String> {
  /// A key of `data` that FCM does not reserve.
  fileprivate static var dataKey: YAMLType {
    let pattern = #"^(?!(from|message_type|aps|fcm_options)$)(?!google\.|gcm\.)(?=.*\S)[^\u0000-\u001f\u007f]+$"#
    return YAMLType(JSONSchema.name(pattern)) { value, reader in
      guard let key = reader.path(value) else { return nil }
      if DataKey(key) == .reserved {
        let finding = Finding.reservedDataKey(key)
        reader.report(ofConfiguration: [finding.diagnostic(of: RequestRules.dataKey.description, about: value.subject)])
      }
      return key
    }.written { $0 }
  }

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

extension MessageDefaults {
  /// The section `defaults` of pipeline.yml. Errors in defaults are reported here, not once for each message.
  static let section = Section(MessageDefaults(), at: .pipeline("defaults")) {
    Key("title", \.title, .withoutBraces).example(.written("New for you"))
    Key("body", \.body, .withoutBraces).example(.written("See what arrived today"))
    Key("target", \.target, .defaultTarget).example(.written("{topic: YOUR_TOPIC}"))
    Key("link", \.link, .defaultLink).example(.written("https://www.example.com/new"))
  }.after { mapping, _, reader in for value in mapping.values.values { reader.reportPlaceholders(value) } }
}

extension YAMLType<MessageTarget> {
  /// Like a message's target, checked by the rules about targets.
  fileprivate static var defaultTarget: YAMLType {
    YAMLType(schemaWithRules) { value, reader in
      guard let (target, place) = MessageTarget.read(value, &reader) else { return nil }
      reader.report(ofConfiguration: TargetRules.diagnostics(of: target, subject: place))
      return target
    }
  }

  private static var schemaWithRules: JSONValue {
    let id = JSONSchema.withoutBraces(JSONSchema.name(#"^\S+$"#))
    return MessageTarget.schema { kind in
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
      report(.setting("placeholder", text.quoted), value.subject)
    case .mapping(let members): for member in members { reportPlaceholders(member.value) }
    default: return
    }
  }
}
