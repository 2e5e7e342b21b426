import Findings

extension PipelineDraft {
  /// The section `requests` of pipeline.yml.
  static let requests = Section(PipelineDraft()) {
    Key("path", \.configuration.requestFolder, .path, "The folder for request files.")
      .comment("The folder. It is put in order as a whole, so nothing else should lie in it.")
      .reference(
        "The folder for request files. It is committed as a set at the end of a run: files of [its "
          + "forms](requests.md#forms) that are not part of the set move to `stale/` inside it, "
          + "`*.json` among them; others stay.")
    Key(
      "webpush-image-header", \.configuration.compose.webpushImageHeader, .bool,
      "Also write the still's URL into webpush.headers.image."
    ).comment("Also write the still's URL into webpush.headers.image: true or false. No client is known to read it.")
      .reference(
        "Also write the still's URL into `webpush.headers.image`. Google's sample has that header, and no client is known to "
          + "read it.")
    Key(
      "link-data-key", \.configuration.compose.linkDataKey, .dataKey,
      "The data key under which the apps find a message's link."
    ).comment(
      "The data key under which the apps find a message's link. Left out: only web push has the link.",
      example: .written("link")
    ).reference(
      "The key of `data` under which the apps find a message's link. Left out, only web push has the link.")
  }
}

extension ComposeSettings {
  /// The section `compose` of pipeline.yml.
  ///
  /// - Parameter forms: those that `formats` may name.
  static func section(forms: [RequestForm]) -> Section<ComposeSettings> {
    let formats = formats(forms)
    return Section(ComposeSettings()) {
      formats
      Key("project", \.project, .project, "The Firebase project that requests go to.")
        .comment(
          """
          The Firebase project, which curl names. No default: --project, RICHPUSH_PROJECT or the service account's key
          may say it too.
          """, example: .commentedOut("my-project")
        ).reference(
          "The Firebase project, which the addresses in `curl` name; the other forms do without. Where neither this "
            + "key nor the flag nor the variable says it, it is `project_id` of the service account's key that "
            + "`GOOGLE_APPLICATION_CREDENTIALS` names.")
      validateOnlyKey
    }.constrained(by: ["not": twinsOfNothing(forms, formats)]).after { mapping, settings, reader in
      guard settings.hasValidateOnlyTwins, !settings.forms.contains(where: \.hasValidateOnlyTwin) else { return }
      reader.refuse(
        mapping[validateOnlyKey.name], because: "none of the formats is the body of a request",
        use: "`fcm-v1` under `formats`")
    }
  }

  private static func formats(_ forms: [RequestForm]) -> Key<ComposeSettings> {
    Key(
      "formats", \ComposeSettings.forms,
      .oneOrMore(
        .choice(forms.map { ($0.name, $0) }), named: \.name,
        whenEmpty: ("no requests would be written", "name a format, or delete the key"), isSet: true),
      "One form, or several."
    ).comment(
      """
      One of these or a list: fcm-v1 (a JSON file for each request), fcm-v1-jsonl (requests.jsonl, a line for each), curl (a
      shell script for each), admin (admin/messages.jsonl, and programs that send it with the Admin SDKs), apns and webpush
      (what reaches a device, for sending without FCM).
      """
    ).reference(
      "[The page of forms](requests.md#forms) says what each is and where it lies.",
      standard: "`fcm-v1`")
  }

  private static let validateOnlyKey = Key(
    "validate-only", \ComposeSettings.hasValidateOnlyTwins, .bool,
    "Whether each request also has a twin that FCM checks and does not deliver."
  ).comment(
    "Whether each request also has a twin under validate-only/ that FCM checks and does not deliver: true or false."
  )
  .reference(
    "Whether each request also has a twin that FCM checks and does not deliver, under `validate-only/`. For `fcm-v1`, "
      + "`fcm-v1-jsonl` and `curl`, at least one of which must be among the formats.")

  /// Twins, where no form is the body of a request.
  private static func twinsOfNothing(_ forms: [RequestForm], _ formats: Key<ComposeSettings>) -> JSONValue {
    let others = JSONSchema.choice(forms.filter { !$0.hasValidateOnlyTwin }.map(\.name))
    return [
      "required": .array([.string(formats.name), .string(validateOnlyKey.name)]),
      "properties": .object([
        validateOnlyKey.name: ["enum": [true, "yes", "Yes", "YES", "on", "On", "ON"]],
        formats.name: JSONSchema.anyOf([others, JSONSchema.list(others)]),
      ]),
    ]
  }
}

extension YAMLType<ProjectIdentifier> {
  fileprivate static var project: YAMLType {
    YAMLType("4 to 100 of `a-z 0-9 - . :`", JSONSchema.form("^[a-z0-9][a-z0-9.:-]{3,99}$")) { value, reader in
      guard let text = reader.string(value) else { return nil }
      if let project = ProjectIdentifier(rawValue: text) { return project }
      reader.report(.noProject(text, value.subject))
      return nil
    }
  }
}

extension YAMLType<String> {
  /// A key of `data` that FCM does not keep for itself.
  fileprivate static var dataKey: YAMLType {
    let pattern = #"^(?!(from|message_type|aps|fcm_options)$)(?!google\.|gcm\.)(?=.*\S)[^\u0000-\u001f\u007f]+$"#
    return YAMLType("text; no key that FCM reserves", JSONSchema.name(pattern)) { value, reader in
      guard let key = reader.path(value) else { return nil }
      if DataKey(key) == .reserved {
        let finding = Finding.reservedDataKey(key)
        reader.report(ofConfiguration: [finding.diagnostic(of: RequestRules.dataKey.description, about: value.subject)])
      }
      return key
    }.written { $0 }
  }
}
