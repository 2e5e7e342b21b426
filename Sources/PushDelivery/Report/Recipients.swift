/// The recipients of a campaign's requests, to check before you send.
public struct Recipients: Hashable, Sendable, Codable {
  /// The targets, those with the fewest requests first: typing errors are among them. Devices are counted together.
  public var groups: [Group]
  /// The differences from the previously committed set; nil if nothing is committed.
  public var changes: Changes?

  public init(groups: [Group] = [], changes: Changes? = nil) {
    self.groups = groups
    self.changes = changes
  }

  /// Whether any request goes to a single device, by its token or its installation identifier.
  package var namesDevices: Bool { groups.contains(where: \.kind.isDevice) }

  /// The requests that go to one topic, to one condition, or to devices.
  public struct Group: Hashable, Sendable, Codable {
    public var kind: MessageTarget.Kind
    /// The topic or the condition; nil for devices.
    public var name: String?
    public var requests: Int
    /// How many of them are in each language, by its tag.
    public var locales: [String: Int]
    /// How many of them are of each variant, by its name.
    public var variants: [String: Int]

    public init(
      _ kind: MessageTarget.Kind, _ name: String? = nil, requests: Int, locales: [String: Int] = [:],
      variants: [String: Int] = [:]
    ) {
      (self.kind, self.name, self.requests, self.locales, self.variants) = (kind, name, requests, locales, variants)
    }
  }

  /// How a set of requests differs from the one that it replaces.
  public struct Changes: Hashable, Sendable, Codable {
    /// How many requests have a new identifier.
    public var new: Int
    /// How many differ under the same identifier.
    public var changed: Int
    public var unchanged: Int
    /// The identifiers only in the previous set, sorted. Their files are in `stale/`.
    public var gone: [String]

    public init(new: Int = 0, changed: Int = 0, unchanged: Int = 0, gone: [String] = []) {
      (self.new, self.changed, self.unchanged, self.gone) = (new, changed, unchanged, gone)
    }
  }

  /// Two campaigns together, without a common previous set.
  package static func + (left: Recipients, right: Recipients) -> Recipients {
    var tally = RecipientsTally()
    for group in left.groups + right.groups { tally.add(group) }
    return tally.recipients
  }
}

/// Counts requests by target, one at a time.
package struct RecipientsTally: Sendable {
  /// By the target; all devices of a kind are one, without a text.
  private var groups: [MessageTarget: Recipients.Group] = [:]

  package init() {}

  /// - Parameters:
  ///   - locale: the request's language; nil if its campaign has only one.
  ///   - variant: its variant; nil if there is only one.
  package mutating func add(_ target: MessageTarget, locale: String?, variant: String?) {
    let name = target.isDevice ? nil : target.text
    let key = MessageTarget(target.kind, name ?? "")
    groups[key, default: Recipients.Group(target.kind, name, requests: 0)].requests += 1
    // Most campaigns have one language and no variants.
    if let locale { groups[key]?.locales[locale, default: 0] += 1 }
    if let variant { groups[key]?.variants[variant, default: 0] += 1 }
  }

  /// Adds another tally.
  package mutating func add(_ other: RecipientsTally) { for group in other.groups.values { add(group) } }

  /// Adds another tally's count for one target.
  package mutating func add(_ group: Recipients.Group) {
    let key = MessageTarget(group.kind, group.name ?? "")
    // The written count may be any number.
    groups[key, default: Recipients.Group(group.kind, group.name, requests: 0)].requests &+= group.requests
    groups[key]?.locales.merge(group.locales, uniquingKeysWith: &+)
    groups[key]?.variants.merge(group.variants, uniquingKeysWith: &+)
  }

  package var recipients: Recipients {
    // Targets of many devices come before single ones: mistakes there reach more people.
    let kinds: [MessageTarget.Kind] = [.condition, .topic, .fid, .token]
    func rank(_ group: Recipients.Group) -> (Int, Int, String) {
      (group.requests, kinds.firstIndex(of: group.kind) ?? 0, group.name ?? "")
    }
    return Recipients(groups: groups.values.sorted { rank($0) < rank($1) })
  }
}
