/// What messages and their defaults share.
extension YAMLReader {
  private enum DefaultsKey: String, YAMLKey { case title, body, target, link }

  private enum TargetKey: String, YAMLKey { case topic, token, fid, condition }

  mutating func messageDefaults(_ value: YAMLValue?) -> MessageDefaults? {
    guard let section = mapping(value, DefaultsKey.self) else { return nil }
    return MessageDefaults(
      title: string(section[.title]), body: string(section[.body]), target: target(section[.target]),
      link: path(section[.link]))
  }

  /// Exactly one of topic, token, fid and condition.
  mutating func target(_ value: YAMLValue?) -> MessageTarget? {
    let problems = diagnostics.count
    guard let section = mapping(value, TargetKey.self) else { return nil }
    let targets: [MessageTarget?] = [
      path(section[.topic]).map(MessageTarget.topic), path(section[.token]).map(MessageTarget.token),
      path(section[.fid]).map(MessageTarget.fid), path(section[.condition]).map(MessageTarget.condition),
    ]
    if section.values.count != 1, diagnostics.count == problems { reportTargetCount(section) }
    return targets.compactMap(\.self).first
  }

  private mutating func reportTargetCount(_ section: YAMLMapping<TargetKey>) {
    report(
      "configuration.value", section.subject, "a target has exactly one key, and this one has \(section.values.count)",
      remedy: "write one of `topic`, `token`, `fid` and `condition`")
  }
}
