extension Campaign {
  /// One message for each picture, for a folder without campaign.yml. Everything but the picture comes from `defaults`.
  ///
  /// - Parameters:
  ///   - paths: the pictures, relative to the campaign folder, in any order. The slug of each is its message's
  ///     identifier, with `-2`, `-3`, … where several pictures have the same.
  ///   - file: the path of the file that `defaults` come from, as diagnostics name it.
  public static func derived(
    from paths: some Sequence<String>, defaults: MessageDefaults, file: String = "pipeline.yml"
  ) -> Checked<Campaign> {
    let problems = missingDefaults(defaults, file)
    guard let target = defaults.target, problems.isEmpty else { return Checked(nil, problems) }
    var taken: Set<Slug> = [Slug("index")]
    let messages = Set(paths).sorted().map { path in
      let slug = Slug(path: path).unique(among: taken)
      taken.insert(slug)
      return CampaignMessage(id: slug.text, media: CampaignMedia(path), target: target, origin: .init(.file, path))
    }
    return Checked(Campaign(messages: messages))
  }

  private static func missingDefaults(_ defaults: MessageDefaults, _ file: String) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    if defaults.title == nil, defaults.body == nil {
      problems.append(missing("defaults.title", file, "no message says what to show", "add a title or a body"))
    }
    if defaults.target == nil {
      problems.append(missing("defaults.target", file, "no message says whom it goes to", "add a target"))
    }
    return problems
  }

  private static func missing(_ keyPath: String, _ file: String, _ lack: String, _ remedy: String) -> Diagnostic {
    Diagnostic(
      "configuration.missing-key", .error, .init(.configuration, file, keyPath: keyPath),
      "without campaign.yml the messages come from `defaults`, and \(lack)",
      remedy: "\(remedy) under `defaults`, or write a campaign.yml")
  }
}
