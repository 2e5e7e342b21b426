public import Findings

extension Campaign {
  /// The most messages of a campaign, each language, variant and target counted.
  static let maximumMessages = 1_000_000

  /// Reads the text of campaign.yml. All problems are reported at once.
  ///
  /// - Parameters:
  ///   - file: the file's path, as diagnostics name it.
  ///   - table: the bytes of messages.csv, whose rows are messages; nil where there is none.
  ///   - defaults: where the target of a message comes from that names none.
  public static func read(
    _ text: String, file: String = "campaign.yml", table: [UInt8]? = nil, defaults: MessageDefaults = .init()
  ) -> Checked<Campaign> {
    YAMLReader.read(text, file: file) { reader, root in reader.campaign(root, table: table, defaults: defaults) }
  }

  /// The name of the table of messages.
  public static let tableName = "messages.csv"
}

/// The top level of campaign.yml.
extension YAMLReader {
  enum CampaignKey: String, YAMLKey { case version, defaults, values, locales, messages }

  fileprivate mutating func campaign(
    _ root: YAMLValue, table: [UInt8]?, defaults: MessageDefaults
  ) -> Campaign? {
    guard let section = mapping(root, CampaignKey.self) else { return nil }
    version(section[.version])
    let context = context(section, defaults)
    let messages = messages(section, table: table, context) ?? []
    reportDuplicates(messages)
    if let table { locateCells(of: table, Campaign.tableName) }
    return Campaign(messages: messages)
  }

  /// The list in campaign.yml, or the rows of the table.
  private mutating func messages(
    _ section: YAMLMapping<CampaignKey>, table: [UInt8]?, _ context: CampaignContext
  ) -> [CampaignMessage]? {
    if let table {
      if case .text(Campaign.tableName, _) = section[.messages]?.content ?? .text(Campaign.tableName, .plain) {
        return messages(ofTable: table, file: Campaign.tableName, context)
      }
      refuse(
        section[.messages], because: "\(Campaign.tableName) lies beside this file, and its rows are messages too",
        use: "`messages: \(Campaign.tableName)`")
    } else if let value = section[.messages], case .text(let name, _) = value.content {
      reportNoTable(name, value.subject)
      return nil
    }
    return list(required(.messages, of: section)).map { messages($0, context) }
  }

  private mutating func reportNoTable(_ name: String, _ subject: Diagnostic.Subject) {
    report(
      .configurationValue, subject,
      name == Campaign.tableName
        ? "there is no \(Campaign.tableName) in the campaign folder" : "\(name.quoted) is no list of messages",
      remedy: "put the table beside this file under the name \(Campaign.tableName), or write the messages here")
  }

  private mutating func messages(_ elements: [YAMLValue], _ context: CampaignContext) -> [CampaignMessage] {
    var messages: [CampaignMessage] = []
    for element in elements {
      guard let layer = layer(element) else { continue }
      messages += self.messages(of: layer.laid(over: context.defaults), context)
      if reportCount(messages.count, element.subject) { break }
    }
    return messages
  }

  private mutating func context(_ section: YAMLMapping<CampaignKey>, _ defaults: MessageDefaults) -> CampaignContext {
    checkValues(section[.values])
    let own = section[.defaults].flatMap { layer($0) }
    if let id = own?[.id] {
      refuse(id, because: "every message has an id of its own", use: "it in each message")
    }
    return CampaignContext(
      defaults: own ?? MessageLayer(subject: section.subject), values: section[.values]?.membersByName ?? [:],
      locales: localeSettings(section[.locales]) ?? LocaleSettings(), pipelineDefaults: defaults)
  }

  /// What one place says of a message; `image` goes by its newer name.
  mutating func layer(_ value: YAMLValue) -> MessageLayer? {
    guard let section = mapping(value, MessageKey.self) else { return nil }
    var layer = MessageLayer(subject: section.subject, values: section.values)
    if let image = layer.values.removeValue(forKey: .image) {
      if layer[.media] != nil {
        refuse(image, because: "it is the older name of `media`, which stands beside it", use: "`media` alone")
      }
      layer[.media] = layer[.media] ?? image
    }
    checkValues(layer[.values])
    return layer
  }

  /// Whether there are too many messages to go on.
  mutating func reportCount(_ count: Int, _ subject: Diagnostic.Subject) -> Bool {
    guard count > Campaign.maximumMessages else { return false }
    report(
      .configurationSize, subject,
      "with this one the campaign has \(count) messages, and at most \(Campaign.maximumMessages) are made",
      remedy: "split it into several campaigns")
    return true
  }

  /// Identifiers that differ in case alone would meet in one file on some systems.
  mutating func reportDuplicates(_ messages: [CampaignMessage]) {
    var first: [String: Int] = [:]
    for (index, message) in messages.enumerated() {
      let other = first[message.id.lowercased(), default: index]
      first[message.id.lowercased()] = other
      if other != index { reportDuplicate(message, messages[other]) }
    }
  }

  private mutating func reportDuplicate(_ message: CampaignMessage, _ other: CampaignMessage) {
    let lines = [other, message].map { $0.origin.line.map(String.init) ?? "?" }.joined(separator: " and ")
    report(
      .campaignDuplicateID, message.origin.key("id"),
      "two messages have the id \(message.id.quoted), in lines \(lines), and one request would replace the other",
      remedy: "give one of them another id")
  }
}
