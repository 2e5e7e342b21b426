import Findings

/// Links whose words are another message's title, as columns have them that moved, or that were filled in twice.
struct LinkUses: Sendable {
  private struct Use: Sendable {
    let link: String
    /// The words at the end of the link's path: `oak`, `table`.
    let name: Set<String>
    let title: Set<String>
    /// Those of title and body.
    let words: Set<String>
    let id: String
    let place: Diagnostic.Subject

    var isAtHome: Bool { !name.isDisjoint(with: words) }
  }

  /// By language.
  private var uses: [String: [Use]] = [:]
  private var count = 0
  /// With more messages, nothing is reported.
  private static let most = 200

  mutating func add(_ message: CampaignMessage) {
    count(1)
    guard count <= Self.most, let link = message.link, let title = message.title, !message.target.isDevice else {
      return
    }
    let path = link.prefix { !"?#".contains($0) }.split(separator: "/")
    let name = path.count > 2 ? Self.words(String(path[path.count - 1])) : []
    let (titleWords, bodyWords) = (Self.words(title), Self.words(message.body ?? ""))
    uses[message.locale ?? "", default: []].append(
      Use(
        link: link, name: name, title: titleWords, words: titleWords.union(bodyWords), id: message.id,
        place: message.place(of: .link)))
  }

  mutating func add(_ other: LinkUses) {
    count(other.count)
    if count <= Self.most { uses.merge(other.uses) { $0 + $1 } }
  }

  /// Forgets what it has when nothing will be reported: a table may have millions of rows.
  private mutating func count(_ messages: Int) {
    count += messages
    if count > Self.most { uses = [:] }
  }

  private static func words(_ text: String) -> Set<String> {
    Set(
      text.split { !$0.isLetter && !$0.isNumber }.filter { $0.count > 2 && $0.contains(where: \.isLetter) }
        .map { ASCIIFolding.folded(String($0)) })
  }

  func report(_ reader: inout YAMLReader) {
    guard count <= Self.most else { return }
    for (_, uses) in uses.sorted(by: { $0.key < $1.key }) {
      for (use, other) in uses.compactMap({ use in Self.owner(of: use, among: uses).map { (use, $0) } }) {
        reader.report(
          .campaignNearTarget, use.place,
          "the link of \(use.id.quoted) has the words of \(other.id.quoted) in it, and none of its own",
          remedy: "give each message its own link")
      }
    }
  }

  /// The message whose title is in another one's link: one that has that one's link, or the same link where all others have their own.
  private static func owner(of use: Use, among uses: [Use]) -> Use? {
    guard !use.name.isEmpty, !use.isAtHome else { return nil }
    let owners = uses.filter { $0.id != use.id && use.name.isSubset(of: $0.title) }
    guard owners.count == 1, let owner = owners.first else { return nil }
    if !owner.name.isEmpty, !owner.isAtHome, owner.name.isSubset(of: use.title) { return owner }
    let others = uses.filter { $0.id != use.id }
    let isAlone = Set(others.map(\.link)).count == others.count && others.allSatisfy(\.isAtHome)
    return owner.link == use.link && others.count > 4 && isAlone ? owner : nil
  }
}
