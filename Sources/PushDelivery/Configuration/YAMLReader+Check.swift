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
    guard KnownRules.all.contains(rule) else {
      report(
        "configuration.value", value.subject, "\(name.quoted) is no rule",
        remedy: "the nearest is \(KnownRules.nearest(to: name)?.rawValue.quoted ?? ""); `richpush rules` lists all")
      return nil
    }
    guard !rule.isEnvironmental else {
      report(
        "configuration.value", value.subject, "\(name.quoted) says that something could not be looked at",
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
      "configuration.value", value.subject, "\(text.quoted) is no day of the calendar",
      remedy: "write a date as in `2027-01-31`")
    return nil
  }
}
