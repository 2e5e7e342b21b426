import Findings

/// What all messages of a campaign use, to find what is wrong only beside other messages.
///
/// One table counts each name and knows its first place. Each kind of names has a limit, so memory does not grow with the messages.
struct MessageUses: Sendable {
  enum Kind: Int, CaseIterable, Sendable {
    case topic, host, linkCampaign, titled, untitled, sum
    /// Topics and conditions of messages with values of single people; each person may have a topic.
    case personal
    /// Texts as they are before values are filled in, of topics and of devices; people by the devices of their rows.
    case topicTemplate, deviceTemplate, person
    /// What messages share that greet people, except their names.
    case greeting, deviceGreeting
    case wholeToken, shortToken, countedToken, countedPercent, countedYear, ownValue, fallback
    /// Links of the defaults, and keys over which the defaults win.
    case ownLink, ofDefaults, replaced, otherPlatform, otherStore
    /// Keys of data, and schemes of links for apps.
    case dataKey, scheme
    case language, script, number, linkLanguage, stray, atHome, languagePercent
    /// Texts in the words of another language, and of their own.
    case stranger, homeWords
    /// Hashes of texts in the words of their language, and in those of another.
    case original, copy

    /// Further names are not counted: if each message has one, none is rare.
    var limit: Int {
      switch self {
      case .personal, .person, .greeting, .deviceGreeting, .atHome: 10_000
      case .topic, .host, .linkCampaign, .dataKey, .scheme, .fallback: 400
      default: 1000
      }
    }
  }

  struct Use: Sendable {
    /// How many messages; how many words of another language, at most.
    var count: Int
    var place: Diagnostic.Subject
    /// What else its finding says.
    var facts: [String]
    /// Hashes of what differs, such as names of people; three are enough.
    var hashes: Set<Int> = []
  }

  private var tables = [[String: Use]](repeating: [:], count: Kind.allCases.count)
  /// The token of the previous message, without and with the number at its end.
  private var lastToken: (text: String, stem: Substring, number: Int)?
  /// The previous message to a device: cells that were filled down follow each other.
  private var lastToDevice: CampaignMessage?
  /// The first percentage and the first year of the previous row, and all other words.
  var lastNumbers: [Kind: (number: Int, words: String, line: Int?)] = [:]
  /// The previous message's shape in a language.
  private var lastShape: MessageShape?
  /// All messages; empty if they are many.
  private(set) var few: [CampaignMessage] = []
  private var count = 0
  private static let mostFew = 200

  mutating func add(_ message: CampaignMessage) {
    addNames(of: message)
    addPeople(of: message)
    addPerson(of: message)
    addPlatform(of: message)
    addToken(of: message)
    addCounted(of: message)
    addData(of: message)
    if let locale = message.locale {
      addLanguage(of: message, locale, isNewShape: lastShape !== message.shape)
      lastShape = message.shape
    }
    keep([message], 1)
  }

  /// Adds those of the messages that follow.
  mutating func add(_ other: MessageUses) {
    for kind in Kind.allCases { for (name, use) in other.tables[kind.rawValue] { add(use, kind, name) } }
    lastToDevice = other.lastToDevice ?? lastToDevice
    keep(other.few, other.count)
  }

  /// Notes a text that is too short for a token, and one that a spreadsheet counted up from the previous row, as it does with cells that are
  /// filled down.
  ///
  /// The part before a token's colon is one installation's identifier, so two devices never share it.
  private mutating func addToken(of message: CampaignMessage) {
    // FCM's tokens are longer.
    let (kind, text) = (message.target.kind, message.target.text)
    guard kind == .token, text.utf8.count >= 100 else {
      if kind == .token, text.utf8.count < 64, StrangeToken.words(of: text) == nil {
        note(.shortToken, "", ["\(text.utf8.count)"], at: message.place(of: .target))
      }
      lastToken = nil
      return
    }
    if lastToken == nil { note(.wholeToken, at: message.place(of: .target)) }
    // Each language of a message has the same token.
    guard text != lastToken?.text else { return }
    let digits = text.utf8.reversed().prefix(while: isDigit).count
    let (stem, number) = (text.dropLast(digits), Int(text.suffix(digits)) ?? 0)
    if let last = lastToken, number - 1 == last.number, stem == last.stem, stem.utf8.contains(UInt8(ascii: ":")) {
      note(.countedToken, at: message.place(of: .target))
    }
    lastToken = (text, stem, number)
  }

  private mutating func keep(_ messages: [CampaignMessage], _ number: Int) {
    count += number
    if count > Self.mostFew { few = [] } else { few += messages }
  }

  func report(_ reader: inout YAMLReader) {
    reportPersonalTopics(&reader)
    reportNames(&reader)
    reportCounted(&reader)
    reportData(&reader)
    if !all(.language).isEmpty { reportLanguages(&reader) }
    // Trials have short ones.
    if let token = use(.shortToken), use(.wholeToken) != nil {
      reader.report(.campaign("shortToken", token.facts[0]), token.place)
    }
    // Two tokens may be chance.
    if let tokens = use(.countedToken), tokens.count > 1 {
      reader.report(.campaign("countedToken", "\(tokens.count)"), tokens.place)
    }
    reportPeople(&reader)
    reportDefaults(&reader)
    MessageNames.reportStrays(few, &reader)
    reportTopicNames(few, &reader)
  }
}

/// The table.
extension MessageUses {
  /// The names of a kind, sorted.
  func all(_ kind: Kind) -> [(key: String, value: Use)] { tables[kind.rawValue].sorted { $0.key < $1.key } }

  func use(_ kind: Kind, _ name: String = "") -> Use? { tables[kind.rawValue][name] }

  /// Whether there are more names than are counted.
  func isFull(_ kind: Kind) -> Bool { tables[kind.rawValue].count > kind.limit }

  mutating func note(
    _ kind: Kind, _ name: String = "", count: Int = 1, hash: Int? = nil, _ facts: @autoclosure () -> [String] = [],
    at place: @autoclosure () -> Diagnostic.Subject
  ) {
    if let known = tables[kind.rawValue][name] {
      if kind == .stranger, known.count >= count { return }
      if kind != .stranger, hash.map({ known.hashes.count > 2 || known.hashes.contains($0) }) ?? true {
        tables[kind.rawValue][name]?.count += count
        return
      }
    } else if isFull(kind) {
      return
    }
    add(Use(count: count, place: place(), facts: facts(), hashes: hash.map { [$0] } ?? []), kind, name)
  }

  private mutating func add(_ use: Use, _ kind: Kind, _ name: String) {
    guard let known = tables[kind.rawValue][name] else {
      if !isFull(kind) { tables[kind.rawValue][name] = use }
      return
    }
    if kind == .stranger {
      if use.count > known.count { tables[kind.rawValue][name] = use }
    } else {
      tables[kind.rawValue][name]?.count += use.count
      guard known.hashes.count < 3 else { return }
      tables[kind.rawValue][name]?.hashes.formUnion(use.hashes)
      if kind == .person { tables[kind.rawValue][name]?.facts += use.facts }
    }
  }
}

/// People: their names, numbers and values, and what fills in for them.
extension MessageUses {
  private mutating func addPeople(of message: CampaignMessage) {
    for standIn in message.standIns { note(standIn.kind, standIn.words, at: standIn.place ?? message.origin) }
    if message.target.isDevice {
      if let last = lastToDevice, last.target == message.target { for message in [last, message] { greet(message) } }
      lastToDevice = message
      return
    }
    if message.isPersonal {
      note(.personal, message.target.text, hash: message.wordsHash, at: message.place(of: .target))
    } else {
      noteOwnValues(of: message)
    }
    greet(message)
  }

  /// Notes a message that greets someone, by the target and the words without name and digits.
  private mutating func greet(_ message: CampaignMessage) {
    let kind = message.target.isDevice ? Kind.deviceGreeting : .greeting
    guard !isFull(kind) else { return }
    let texts = [message.title, message.body].compactMap(\.self)
    guard let name = texts.lazy.compactMap(TextRemains.greetedName).first else { return }
    var hasher = Hasher()
    hasher.combine(message.target)
    for text in texts { hasher.combine(text.replacing(name, with: "").filter { !$0.isNumber }) }
    note(kind, String(hasher.finalize()), hash: name.hashValue, at: message.origin)
  }

  private func reportPeople(_ reader: inout YAMLReader) {
    if let place = firstGreeting(.greeting) { reader.report(.campaign("greetings"), place, severity: .warning) }
    if let place = firstGreeting(.deviceGreeting) { reader.report(.campaign("deviceGreetings"), place) }
    for (_, value) in all(.ownValue) where value.hashes.isEmpty || value.hashes.count > 2 {
      reader.report(.campaignPersonalTopic, value.place, "\(value.facts[0]), and goes to all", severity: .warning)
    }
    if firstGreeting(.deviceGreeting) == nil { reportSharedDevices(&reader) }
  }

  /// The first place where messages greet so many different names that it is no chance.
  private func firstGreeting(_ kind: Kind) -> Diagnostic.Subject? {
    all(kind).filter { $0.value.hashes.count > 2 }.map(\.value.place).min { $0.line ?? 0 < $1.line ?? 0 }
  }
}
