import Findings

/// What messages and their defaults share.
extension YAMLReader {
  enum DefaultsKey: String, YAMLKey { case title, body, target, link }

  enum TargetKey: String, YAMLKey { case topic, token, fid, condition }

  /// Defaults are no message's own, so what is wrong with them is said here and not once for each message.
  mutating func messageDefaults(_ value: YAMLValue?) -> MessageDefaults? {
    guard let section = mapping(value, DefaultsKey.self) else { return nil }
    for value in section.values.values { reportPlaceholders(value) }
    return MessageDefaults(
      title: string(section[.title]), body: string(section[.body]), target: defaultTarget(section[.target]),
      link: defaultLink(section[.link]))
  }

  /// They are filled in where campaign.yml is read, and would be sent as they are here.
  private mutating func reportPlaceholders(_ value: YAMLValue) {
    switch value.content {
    case .text(let text, _) where PlaceholderText.isNeeded(for: text):
      report(
        .configurationValue, value.subject, "\(text.quoted) has two braces in it, and nothing is filled in here",
        remedy: "move it to `defaults` of campaign.yml, where placeholders have values")
    case .mapping(let members): for member in members { reportPlaceholders(member.value) }
    default: return
    }
  }

  private mutating func defaultTarget(_ value: YAMLValue?) -> MessageTarget? {
    guard let (target, subject) = targetAndPlace(value) else { return nil }
    report(ofConfiguration: TargetRules.diagnostics(of: target, subject: subject))
    return target
  }

  private mutating func defaultLink(_ value: YAMLValue?) -> String? {
    guard let value, let text = path(value) else { return nil }
    if HTTPSLink(rawValue: text) == nil { report(ofConfiguration: [.unusableLink(value.subject)]) }
    return text
  }

  /// Exactly one of topic, token, fid and condition.
  mutating func target(_ value: YAMLValue?) -> MessageTarget? { targetAndPlace(value)?.target }

  private mutating func targetAndPlace(
    _ value: YAMLValue?
  ) -> (target: MessageTarget, place: Diagnostic.Subject)? {
    let problems = diagnostics.count
    guard let section = mapping(value, TargetKey.self) else { return nil }
    let kinds: [(TargetKey, (String) -> MessageTarget)] = [
      (.topic, MessageTarget.topic), (.token, MessageTarget.token), (.fid, MessageTarget.fid),
      (.condition, MessageTarget.condition),
    ]
    let targets = kinds.compactMap { key, target in
      section[key].flatMap { value in path(value).map { (target: target($0), place: value.subject) } }
    }
    if section.values.count != 1, diagnostics.count == problems { reportTargetCount(section) }
    return targets.first
  }

  private mutating func reportTargetCount(_ section: YAMLMapping<TargetKey>) {
    report(
      .configurationValue, section.subject, "a target has exactly one key, and this one has \(section.values.count)",
      remedy: "write one of `topic`, `token`, `fid` and `condition`")
  }
}

/// The section `check` of pipeline.yml.
extension YAMLReader {
  enum CheckKey: String, YAMLKey { case suppress }

  enum SuppressionKey: String, YAMLKey { case rule, path, reason, until }

  mutating func suppressions(_ value: YAMLValue?) -> [Suppression]? {
    guard let section = mapping(value, CheckKey.self), let elements = list(section[.suppress]) else { return nil }
    return elements.compactMap { suppression($0) }
  }

  private mutating func suppression(_ value: YAMLValue) -> Suppression? {
    guard let section = mapping(value, SuppressionKey.self) else { return nil }
    let rule = rule(required(.rule, of: section))
    let pattern = path(section[.path])
    let reason = string(required(.reason, of: section))
    let until = day(section[.until])
    guard let rule, let reason else { return nil }
    return Suppression(
      rule: rule, path: pattern.map(PathPattern.init), reason: reason, until: until,
      subject: (section[.until] ?? value).subject)
  }

  private mutating func rule(_ value: YAMLValue?) -> RuleIdentifier? {
    guard let value, let name = string(value) else { return nil }
    let rule = RuleIdentifier(rawValue: name)
    guard RuleCatalog.standard.identifiers.contains(rule) else {
      report(
        .configurationValue, value.subject, "\(name.quoted) is no rule",
        remedy:
          "the nearest is \(RuleCatalog.standard.nearest(to: name)?.rawValue.quoted ?? ""); `richpush rules` lists all")
      return nil
    }
    guard !rule.isEnvironmental else {
      report(
        .configurationValue, value.subject, "\(name.quoted) says that something could not be looked at",
        remedy: "mend the machine: only what was found can be suppressed")
      return nil
    }
    return rule
  }

  /// A date, as in `2027-01-31`.
  private mutating func day(_ value: YAMLValue?) -> CalendarDay? {
    guard let value, let text = string(value) else { return nil }
    if let day = CalendarDay(text) { return day }
    report(
      .configurationValue, value.subject, "\(text.quoted) is no day of the calendar",
      remedy: "write a date as in `2027-01-31`")
    return nil
  }
}
