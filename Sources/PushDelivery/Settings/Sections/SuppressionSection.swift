import Findings

extension Suppression {
  /// One element of `check.suppress` of pipeline.yml.
  static let section = Section(
    Suppression(rule: RuleIdentifier(rawValue: ""), reason: "", subject: .init(.configuration, "")),
    at: .pipeline("check.suppress")
  ) {
    Key("rule", \.rule, .suppressibleRule).required
    Key("path", \.path, YAMLType.path.map { PathPattern($0) })
    Key("reason", \.reason, .text).required
    untilKey
  }.after { mapping, suppression, _ in suppression.subject = mapping[untilKey.name]?.subject ?? mapping.subject }

  private static let untilKey = Key(
    "until", \Suppression.until,
    .parsed(
      JSONSchema.form("^[0-9]{4}-[0-9]{2}-[0-9]{2}$"), refusal: "is no day of the calendar",
      remedy: "write a date as in `2027-01-31`"
    ) { CalendarDay($0) })
}

extension PipelineDraft {
  /// The section `check` of pipeline.yml.
  static let check = Section(PipelineDraft(), at: .pipeline("check")) {
    Key("suppress", \.configuration.suppressions, .list(of: Suppression.section.type))
      .elements(Suppression.section.outline).example(.written("[]"))
  }
}

extension YAMLType<RuleIdentifier> {
  /// A rule whose findings may be accepted.
  fileprivate static var suppressibleRule: YAMLType {
    let names = RuleCatalog.standard.identifiers.filter { !$0.isEnvironmental }.map(\.rawValue).sorted()
    return YAMLType(JSONSchema.choice(names)) { value, reader in
      guard let name = reader.string(value) else { return nil }
      let rule = RuleIdentifier(rawValue: name)
      guard RuleCatalog.standard.identifiers.contains(rule) else {
        return reader.fail(
          .configurationValue, value.subject, "\(name.quoted) is no rule",
          remedy: (RuleCatalog.standard.nearest(to: name).map { "the nearest is \($0.rawValue.quoted); " } ?? "")
            + "`richpush explain` lists all")
      }
      guard !rule.isEnvironmental else {
        return reader.fail(
          .configurationValue, value.subject, "\(name.quoted) says that something could not be looked at",
          remedy: "fix the machine: only what was found can be suppressed")
      }
      return rule
    }
  }
}
