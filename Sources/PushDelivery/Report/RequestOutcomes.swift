/// What became of the messages of a campaign, in their order.
///
/// There may be millions of them, so they are kept as JSON lines, many at a time and in a file where they are too many for memory. Going
/// through them from the first to the last is quick; to take one out by its place reads those beside it too.
public struct RequestOutcomes: Sendable {
  /// How many there are, by what became of them.
  public private(set) var counts: [RequestOutcome.Status: Int] = [:]
  /// Whether all requests are proven that are ready and refer to something; nil where none of them refers to anything.
  public private(set) var proof: DeliveryProof?
  /// What gives the lines again, some at a time.
  private var parts: [@Sendable () -> [UInt8]] = []
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
    var rest = outcomes[...]
    while !rest.isEmpty {
      let lines = OutcomeLines(rest.prefix(Self.partLength))
      append(lines) { lines.bytes }
      rest = rest.dropFirst(Self.partLength)
    }
  }

  /// How many are kept together where nothing else decides.
  private static let partLength = 1000

  /// Adds those of the messages that follow.
  ///
  /// - Parameter read: gives the bytes of the lines again, wherever they are kept.
  package mutating func append(_ lines: OutcomeLines, readBy read: @escaping @Sendable () -> [UInt8]) {
    guard lines.count > 0 else { return }
    parts.append(read)
    starts.append(count + lines.count)
    counts.merge(lines.counts, uniquingKeysWith: +)
    if let other = lines.proof { proof = proof == .unproven ? proof : other }
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

  private func outcomes(ofPart number: Int) -> [RequestOutcome] {
    guard let outcomes = OutcomeLines.outcomes(in: parts[number]()) else {
      preconditionFailure("lines are read as they were written")
    }
    return isWithheld ? outcomes.map(\.withheld) : outcomes
  }
}

extension RequestOutcomes: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { starts[starts.count - 1] }

  public subscript(position: Int) -> RequestOutcome {
    precondition(indices.contains(position), "there is no outcome at this place")
    let part = (starts.firstIndex { $0 > position } ?? starts.count) - 1
    return outcomes(ofPart: part)[position - starts[part]]
  }

  public func makeIterator() -> Iterator { Iterator(self) }

  /// Goes through outcomes, and has few of them in memory at a time.
  public struct Iterator: IteratorProtocol {
    private let outcomes: RequestOutcomes
    private var nextPart = 0
    private var read: ArraySlice<RequestOutcome> = []

    fileprivate init(_ outcomes: RequestOutcomes) { self.outcomes = outcomes }

    public mutating func next() -> RequestOutcome? {
      if read.isEmpty, nextPart < outcomes.parts.count {
        read = outcomes.outcomes(ofPart: nextPart)[...]
        nextPart += 1
      }
      return read.popFirst()
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
  public init(from decoder: any Decoder) throws { self.init(try [RequestOutcome](from: decoder)) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for outcome in self { try container.encode(outcome) }
  }
}

/// In files.
extension RequestOutcomes {
  /// All of them as JSON lines.
  package var lines: [UInt8] { isWithheld ? OutcomeLines(self).bytes : parts.flatMap { $0() } }

  /// What `lines` gave; nil for other bytes.
  package init?(lines bytes: [UInt8]) {
    guard let outcomes = OutcomeLines.outcomes(in: bytes) else { return nil }
    append(contentsOf: outcomes)
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
