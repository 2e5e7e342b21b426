/// What became of the messages of a campaign, in their order.
///
/// There may be millions of them, so they are kept packed, many at a time. Going through them from the first to the last is quick; to
/// take one out by its place unpacks those beside it too.
public struct RequestOutcomes: Sendable {
  /// How many there are, by what became of them.
  public private(set) var counts: [RequestOutcome.Status: Int] = [:]
  /// Whether all requests are proven that are ready and refer to something; nil where none of them refers to anything.
  public private(set) var proof: DeliveryProof?
  private var packs: [PackedOutcomes] = []
  /// The places of the first ones of each, and behind the last the number of all.
  private var starts = [0]
  /// Whether those that are ready were not written.
  private var isWithheld = false

  public init() {}

  /// - Parameter outcomes: in the order of the campaign.
  public init(_ outcomes: some Collection<RequestOutcome>) {
    if let same = outcomes as? RequestOutcomes {
      self = same
    } else {
      append(contentsOf: outcomes)
    }
  }

  /// Adds those of the messages that follow.
  public mutating func append(contentsOf outcomes: some Collection<RequestOutcome>) {
    guard !outcomes.isEmpty else { return }
    var pack = OutcomePacker()
    for outcome in outcomes { pack.append(outcome) }
    append(pack.packed)
  }

  /// Adds those of the messages that follow.
  package mutating func append(_ pack: PackedOutcomes) {
    guard pack.count > 0 else { return }
    packs.append(pack)
    starts.append(count + pack.count)
    counts.merge(pack.counts, uniquingKeysWith: +)
    if let other = pack.proof { proof = proof == .unproven ? proof : other }
  }

  /// The same where the requests that are ready were not written.
  public var withheld: RequestOutcomes {
    var outcomes = self
    outcomes.isWithheld = true
    outcomes.proof = nil
    let ready = outcomes.counts.removeValue(forKey: .ready) ?? 0
    if ready > 0 { outcomes.counts[.withheld, default: 0] += ready }
    return outcomes
  }

  private func unpacked(_ pack: PackedOutcomes) -> [RequestOutcome] {
    isWithheld ? pack.outcomes.map(\.withheld) : pack.outcomes
  }
}

extension RequestOutcomes: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { starts[starts.count - 1] }

  public subscript(position: Int) -> RequestOutcome {
    precondition(indices.contains(position), "there is no outcome at this place")
    // The last one that begins at the place or before it.
    var (low, high) = (0, packs.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= position { low = middle } else { high = middle - 1 }
    }
    return unpacked(packs[low])[position - starts[low]]
  }

  public func makeIterator() -> Iterator { Iterator(self) }

  /// Goes through outcomes, and has few of them unpacked at a time.
  public struct Iterator: IteratorProtocol {
    private let outcomes: RequestOutcomes
    private var nextPack = 0
    private var unpacked: ArraySlice<RequestOutcome> = []

    fileprivate init(_ outcomes: RequestOutcomes) { self.outcomes = outcomes }

    public mutating func next() -> RequestOutcome? {
      if unpacked.isEmpty, nextPack < outcomes.packs.count {
        unpacked = outcomes.unpacked(outcomes.packs[nextPack])[...]
        nextPack += 1
      }
      return unpacked.popFirst()
    }
  }
}

extension RequestOutcomes: Hashable {
  public static func == (left: Self, right: Self) -> Bool {
    left.counts == right.counts && left.proof == right.proof && left.elementsEqual(right)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(counts) }
}

extension RequestOutcomes: Codable {
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      var pack = OutcomePacker()
      while !container.isAtEnd, pack.count < PackedOutcomes.usualCount {
        pack.append(try container.decode(RequestOutcome.self))
      }
      append(pack.packed)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for outcome in self { try container.encode(outcome) }
  }
}

/// In files.
extension RequestOutcomes {
  /// All of them as bytes.
  package var framed: [UInt8] { packs.flatMap(\.framed) }

  /// What `framed` gave; nil for other bytes.
  package init?(framed bytes: [UInt8]) {
    guard let packs = PackedOutcomes.all(in: bytes) else { return nil }
    for pack in packs { append(pack) }
  }
}

extension RequestOutcomes: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: RequestOutcome...) { self.init(elements) }
}

extension RequestOutcome {
  /// The same where its request, if it has one, was not written.
  fileprivate var withheld: RequestOutcome {
    guard status == .ready else { return self }
    return RequestOutcome(
      id: id, status: .withheld, assets: assets, payloadBytes: payloadBytes, payload: payload)
  }
}
