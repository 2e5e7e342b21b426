import Findings

/// The outcomes of a campaign's messages, in their order.
///
/// There may be millions, so they are kept as JSON lines, in parts, and in a file if memory is too small. Iteration is quick; reading one
/// by its place also reads its neighbours.
public struct RequestOutcomes: Sendable {
  /// The number of outcomes of each status.
  public private(set) var counts: [RequestOutcome.Status: Int] = [:]
  /// Whether all ready requests with URLs are proven; nil if none has URLs.
  public private(set) var proof: DeliveryProof?
  /// Each reads a part of the lines again.
  private var parts: [@Sendable () -> [UInt8]] = []
  /// The place of each part's first one; the last entry is the total count.
  private var starts = [0]
  /// Whether the ready ones were not written.
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

  /// Adds the outcomes of the next messages.
  public mutating func append(contentsOf outcomes: some Collection<RequestOutcome>) {
    var rest = outcomes[...]
    while !rest.isEmpty {
      let lines = OutcomeLines(rest.prefix(Self.partLength))
      append(lines) { lines.bytes }
      rest = rest.dropFirst(Self.partLength)
    }
  }

  /// How many are kept together by default.
  private static let partLength = 1000

  /// Adds the outcomes of the next messages.
  ///
  /// - Parameter read: reads the bytes of the lines again, wherever they are kept.
  package mutating func append(_ lines: OutcomeLines, readBy read: @escaping @Sendable () -> [UInt8]) {
    guard lines.count > 0 else { return }
    parts.append(read)
    starts.append(count + lines.count)
    counts.merge(lines.counts, uniquingKeysWith: +)
    if let other = lines.proof { proof = proof == .unproven ? proof : other }
  }

  /// The same, with the ready requests not written.
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

  /// Iterates over outcomes with few of them in memory.
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

  /// From `lines`; nil for other bytes.
  package init?(lines bytes: [UInt8]) {
    guard let outcomes = OutcomeLines.outcomes(in: bytes) else { return nil }
    append(contentsOf: outcomes)
  }
}

extension RequestOutcomes: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: RequestOutcome...) { self.init(elements) }
}

extension RequestOutcome {
  /// The same, with its request, if any, not written.
  fileprivate var withheld: RequestOutcome {
    guard status == .ready else { return self }
    return RequestOutcome(id: id, status: .withheld, assets: assets, payloadBytes: payloadBytes, payload: payload)
  }
}

/// The outcomes of some consecutive messages, as JSON lines.
package struct OutcomeLines: Sendable {
  /// One line for each.
  package private(set) var bytes: [UInt8] = []
  package private(set) var count = 0
  /// The number of outcomes of each status.
  private(set) var counts: [RequestOutcome.Status: Int] = [:]
  /// Whether all ready requests with URLs are proven; nil if none has URLs.
  private(set) var proof: DeliveryProof?

  package init() {}

  package init(_ outcomes: some Sequence<RequestOutcome>) { for outcome in outcomes { append(outcome) } }

  package mutating func append(_ outcome: RequestOutcome) {
    count += 1
    counts[outcome.status, default: 0] += 1
    if outcome.status == .ready, !outcome.assets.isEmpty, let other = outcome.proof {
      proof = proof == .unproven ? proof : other
    }
    outcome.appendLine(to: &bytes)
  }

  /// - Returns: nil for bytes that are not such lines.
  static func outcomes(in bytes: [UInt8]) -> [RequestOutcome]? {
    var reader = JSONReader(bytes)
    let values = reader.values(isLines: true)
    let outcomes = values.compactMap(RequestOutcome.init(line:))
    return reader.errors.isEmpty && outcomes.count == values.count ? outcomes : nil
  }
}

extension RequestOutcome {
  fileprivate func appendLine(to bytes: inout [UInt8]) {
    bytes += "{\"id\":".utf8
    JSONText.append(id, to: &bytes)
    bytes += ",\"status\":\"\(status.rawValue)\"".utf8
    if let proof { bytes += ",\"proof\":\"\(proof.rawValue)\"".utf8 }
    if let payloadBytes { bytes += ",\"payloadBytes\":\(payloadBytes)".utf8 }
    if let payload { bytes += ",\"payload\":[\(payload.android),\(payload.apns),\(payload.webpush)]".utf8 }
    if let file {
      bytes += ",\"file\":".utf8
      JSONText.append(file, to: &bytes)
    }
    bytes += ",\"assets\":".utf8
    JSONText.append(assets, to: &bytes)
    bytes += "}\n".utf8
  }

  /// nil for any other value.
  fileprivate init?(line: JSONNode) {
    func number(_ node: JSONNode?) -> Int? { node?.numberAsWritten.flatMap(Int.init) }
    guard let id = line["id"]?.text, let status = (line["status"]?.text).flatMap(Status.init) else { return nil }
    var assets: [String] = []
    if case .array(let addresses)? = line["assets"]?.content { assets = addresses.compactMap(\.text) }
    self.init(
      id: id, status: status, file: line["file"]?.text, assets: assets, payloadBytes: number(line["payloadBytes"]),
      proof: (line["proof"]?.text).flatMap(DeliveryProof.init))
    guard case .array(let sizes)? = line["payload"]?.content, sizes.count == 3 else { return }
    let numbers = sizes.map { number($0) ?? 0 }
    payload = Payload(android: numbers[0], apns: numbers[1], webpush: numbers[2])
  }
}
