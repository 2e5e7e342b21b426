import Findings

extension Suppression {
  /// One element of `check.suppress` of pipeline.yml.
  static let section = Section(
    Suppression(rule: RuleIdentifier(rawValue: ""), reason: "", subject: .init(.configuration, ""))
  ) {
    Key("rule", \.rule, .suppressibleRule, "The rule.").required
      .reference(
        "As `richpush rules` and findings name it. Rules that begin with `machine.` are refused: what could not be looked at is "
          + "not known to be good.")
    Key(
      "path", \.path, YAMLType.path.map { PathPattern($0) }.described("pattern"),
      "Which files or URLs; all when left out."
    )
    .reference(
      "Which files, from the folder of this file, or which URLs. `*` stands for any text within a component, `**` as a "
        + "component of its own for any number of them.", standard: "all")
    Key("reason", \.reason, .text, "Why, for people.").required
      .reference("Why it is accepted, for whoever reads the file next.")
    untilKey
  }.after { mapping, suppression, _ in
    suppression.subject = mapping[untilKey.name]?.subject ?? mapping.subject
  }

  private static let untilKey = Key(
    "until", \Suppression.until,
    .parsed(
      "date, `YYYY-MM-DD`", JSONSchema.form("^[0-9]{4}-[0-9]{2}-[0-9]{2}$"), refusal: "is no day of the calendar",
      remedy: "write a date as in `2027-01-31`"
    ) { CalendarDay($0) }, "The last day on which it is accepted."
  ).reference("The last day, in UTC, on which it is accepted.", standard: "no end")
}

extension PipelineDraft {
  /// The section `check` of pipeline.yml.
  static let check = Section(PipelineDraft()) {
    Key("suppress", \.configuration.suppressions, .list(of: Suppression.section.type), "Findings that are accepted.")
      .elements(Suppression.section.outline)
      .comment(
        """
        A list of findings that are accepted. Nothing is, when left out. Each has:
          rule: image.aspect           the rule, as `richpush rules` lists it; required
          path: "banners/*"            which files, from the folder of this file, or which URLs: `*` stands for any text within
                                       a component, `**` for any number of components; all when left out
          reason: old campaign         why, for people; required
          until: 2027-01-31            the last day, in UTC, on which it is accepted; without it there is no end
        """, example: .written("[]")
      ).reference("Findings that are accepted. One that is over or matches nothing is a warning of the check.")
  }
}

extension YAMLType<RuleIdentifier> {
  /// A rule whose findings may be accepted.
  fileprivate static var suppressibleRule: YAMLType {
    let names = RuleCatalog.standard.identifiers.filter { !$0.isEnvironmental }.map(\.rawValue).sorted()
    return YAMLType("a rule's identifier", JSONSchema.choice(names)) { value, reader in
      guard let name = reader.string(value) else { return nil }
      let rule = RuleIdentifier(rawValue: name)
      guard RuleCatalog.standard.identifiers.contains(rule) else {
        reader.report(
          .configurationValue, value.subject, "\(name.quoted) is no rule",
          remedy: (RuleCatalog.standard.nearest(to: name).map { "the nearest is \($0.rawValue.quoted); " } ?? "")
            + "`richpush rules` lists all")
        return nil
      }
      guard !rule.isEnvironmental else {
        reader.report(
          .configurationValue, value.subject, "\(name.quoted) says that something could not be looked at",
          remedy: "mend the machine: only what was found can be suppressed")
        return nil
      }
      return rule
    }
  }
}
