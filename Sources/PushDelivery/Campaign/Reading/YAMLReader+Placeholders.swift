import Findings

/// Placeholders and what they stand for.
extension YAMLReader {
  /// The value with every placeholder in its texts filled in, once: what is filled in is not looked at again.
  mutating func fill(
    _ value: YAMLValue, from values: PlaceholderValues, _ locales: LocaleSettings
  ) -> YAMLValue {
    value.mapTexts { leaf, text in
      guard PlaceholderText.isNeeded(for: text) else { return leaf }
      return filled(leaf, text, from: values, locales) ?? YAMLValue(.unusable, leaf.subject)
    }
  }

  /// A text that another file gave a part of stands there from now on: that is where it differs from other messages.
  private mutating func filled(
    _ leaf: YAMLValue, _ text: String, from values: PlaceholderValues, _ locales: LocaleSettings
  ) -> YAMLValue? {
    let parts: [PlaceholderText.Part]
    do throws(PlaceholderText.SyntaxError) { parts = try PlaceholderText(text).parts } catch {
      reportMalformed(error.excerpt, leaf.subject)
      return nil
    }
    var result: String? = ""
    var place = leaf.subject
    for part in parts {
      switch part {
      case .literal(let text): result?.append(text)
      case .placeholder(let name):
        // Every placeholder is looked at, so that all that are wrong are told.
        let found = self.text(named: name, for: leaf, from: values, locales)
        if let found { result?.append(found.text) } else { result = nil }
        if let source = found?.place, source.name != leaf.subject.name { place = source }
      }
    }
    return result.map { YAMLValue(.text($0, .inserted), place) }
  }

  private mutating func text(
    named name: String, for leaf: YAMLValue, from values: PlaceholderValues, _ locales: LocaleSettings
  ) -> (text: String, place: Diagnostic.Subject)? {
    switch values.find(name) {
    case .text(let text): return (text, leaf.subject)
    case .value(let value):
      let picked = localized(value, .text, in: values.builtIn["locale"], locales)
      switch picked.content {
      case .text(let text, _) where text.isVisible: return (text, picked.subject)
      case .unusable: break
      default: reportEmpty(name, picked.subject, usedIn: leaf)
      }
    case .empty(let subject): reportEmpty(name, subject, usedIn: leaf)
    case .unknown: reportUnknown(name, leaf.subject, values)
    }
    return nil
  }

  private mutating func reportMalformed(_ excerpt: String, _ subject: Diagnostic.Subject) {
    report(
      .campaignPlaceholder, subject, "\(excerpt.quoted) is no placeholder",
      remedy: "write `{{name}}` with a name of letters, digits, `_` and `-`, or `{{{{` for two braces that are shown")
  }

  private mutating func reportEmpty(_ name: String, _ subject: Diagnostic.Subject, usedIn leaf: YAMLValue) {
    let place = leaf.subject.keyPath.map { " of \($0.quoted)" } ?? ""
    report(
      .campaignPlaceholder, subject, "`{{\(name.printable)}}`\(place) has no value here",
      remedy: "write a value, or give one for all messages under `values`")
  }

  private mutating func reportUnknown(_ name: String, _ subject: Diagnostic.Subject, _ values: PlaceholderValues) {
    guard !isFull else { return }
    guard !PlaceholderValues.builtInNames.contains(name) else { return reportNoBuiltIn(name, subject) }
    let nearest = NearestName.find(name, among: values.names)
    report(
      .campaignPlaceholder, subject, "nothing gives `{{\(name.printable)}}` a value",
      remedy: "add \(name.quoted) under `values`"
        + (nearest.map { ", or correct it; the nearest name is \($0.quoted)" } ?? ""))
  }

  private mutating func reportNoBuiltIn(_ name: String, _ subject: Diagnostic.Subject) {
    report(
      .campaignPlaceholder, subject, "`{{\(name)}}` has no value: the message has no \(name)",
      remedy: name == "locale"
        ? "write the message in several languages, as in `title: {en: …, de: …}`, or list them under `locales.list`"
        : "give the message `variants`, or delete the placeholder")
  }
}

/// The section `values`, of a campaign or a message.
extension YAMLReader {
  /// Reports names that no placeholder can have, and values that are no text.
  mutating func checkValues(_ value: YAMLValue?) {
    guard let value else { return }
    guard case .mapping(let members) = value.content else {
      if case .nothing = value.content { return }
      return reportType(of: value, expected: "a mapping of names and texts")
    }
    for member in members {
      guard let name = name(of: member) else { continue }
      checkName(name, member.place)
      let texts = member.value.translations?.map(\.value) ?? [member.value]
      for text in texts { _ = string(text) }
    }
  }

  private mutating func checkName(_ name: String, _ subject: Diagnostic.Subject) {
    if PlaceholderValues.builtInNames.contains(name) {
      report(
        .campaignPlaceholder, subject, "\(name.quoted) is the message's own \(name) and cannot be given a value",
        remedy: "take another name")
    } else if !PlaceholderText.isName(name) {
      report(
        .campaignPlaceholder, subject, "\(name.quoted) cannot be the name of a placeholder",
        remedy: "begin with a letter, and go on with letters, digits, `_` and `-`")
    }
  }
}
