import Findings

/// The outcome for one message.
public struct RequestOutcome: Hashable, Sendable, Codable {
  public var id: String
  public var status: Status
  /// The file's name in the request folder; nil if refused.
  public var file: String?
  /// URLs of its assets.
  public var assets: [String]
  /// The estimated bytes of its largest platform payload.
  public var payloadBytes: Int?
  /// The same for each platform.
  public var payload: PayloadEstimate?
  /// Whether its URLs are known to deliver the published bytes; nil if refused or withheld.
  public var proof: DeliveryProof?

  public enum Status: String, Hashable, Sendable, Codable {
    /// Its file is in the request folder; in a dry run it would be.
    case ready
    /// An error prevents showing it.
    case refused
    /// It is valid, but was not written because the run did not finish.
    case withheld
  }

  public init(
    id: String, status: Status, file: String? = nil, assets: [String] = [], payloadBytes: Int? = nil,
    payload: PayloadEstimate? = nil, proof: DeliveryProof? = nil
  ) {
    (self.id, self.status, self.file, self.assets, self.payloadBytes) = (id, status, file, assets, payloadBytes)
    (self.payload, self.proof) = (payload, proof)
  }

  /// The same, with its request, if any, not written.
  fileprivate var withheld: RequestOutcome {
    guard status == .ready else { return self }
    return RequestOutcome(id: id, status: .withheld, assets: assets, payloadBytes: payloadBytes, payload: payload)
  }

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
    payload = PayloadEstimate(android: numbers[0], apns: numbers[1], webpush: numbers[2])
  }
}

/// The outcomes of a campaign's messages, in their order.
///
/// There may be millions, so they are kept as JSON lines, in parts, and in a file if memory is too small.
public struct RequestOutcomes: Sendable {
  /// The number of outcomes of each status.
  public private(set) var counts: [RequestOutcome.Status: Int] = [:]
  /// Whether all ready requests with URLs are proven; nil if none has URLs.
  public private(set) var proof: DeliveryProof?
  /// Each reads some of the lines again.
  private var parts: [@Sendable () -> [UInt8]] = []
  /// The lines after these.
  private var last: [UInt8] = []
  /// Whether the ready ones were not written.
  private var isWithheld = false

  public init() {}

  /// - Parameter outcomes: in the order of the campaign.
  public init(_ outcomes: some Sequence<RequestOutcome>) {
    if let same = outcomes as? RequestOutcomes {
      self = same
    } else {
      append(contentsOf: outcomes)
    }
  }

  /// How many there are.
  public var count: Int { counts.values.reduce(0, +) }

  public var isEmpty: Bool { count == 0 }

  /// Adds the outcomes of the next messages.
  public mutating func append(contentsOf outcomes: some Sequence<RequestOutcome>) {
    for outcome in outcomes { append(outcome) }
  }

  package mutating func append(_ outcome: RequestOutcome) {
    counts[outcome.status, default: 0] += 1
    if outcome.status == .ready, !outcome.assets.isEmpty { note(outcome.proof) }
    outcome.appendLine(to: &last)
  }

  /// Adds the outcomes of the next messages. `read`: reads their lines again, wherever they are kept.
  package mutating func append(_ others: RequestOutcomes, readBy read: @escaping @Sendable () -> [UInt8]) {
    let before = last
    if !before.isEmpty { parts.append { before } }
    last = []
    parts.append(read)
    counts.merge(others.counts, uniquingKeysWith: +)
    note(others.proof)
  }

  private mutating func note(_ other: DeliveryProof?) { if let other, proof != .unproven { proof = other } }

  /// The same, with the ready requests not written.
  public var withheld: RequestOutcomes {
    var outcomes = self
    outcomes.isWithheld = true
    outcomes.proof = nil
    let ready = outcomes.counts.removeValue(forKey: .ready) ?? 0
    if ready > 0 { outcomes.counts[.withheld, default: 0] += ready }
    return outcomes
  }

  /// All of them as JSON lines.
  package var lines: [UInt8] { lineParts.flatMap { $0() } }

  /// The same in parts.
  package var lineParts: [@Sendable () -> [UInt8]] {
    isWithheld ? RequestOutcomes(Array(self)).lineParts : parts + (last.isEmpty ? [] : [{ [last] in last }])
  }

  /// From `lines`; nil for other bytes.
  package init?(lines bytes: [UInt8]) {
    guard let outcomes = Self.outcomes(in: bytes) else { return nil }
    append(contentsOf: outcomes)
  }
}

extension RequestOutcomes: Sequence {
  /// Has few of them in memory.
  public func makeIterator() -> some IteratorProtocol<RequestOutcome> {
    let isWithheld = isWithheld
    return (parts + [{ [last] in last }]).lazy.flatMap { lines -> [RequestOutcome] in
      guard let outcomes = Self.outcomes(in: lines()) else {
        preconditionFailure("lines are read as they were written")
      }
      return isWithheld ? outcomes.map(\.withheld) : outcomes
    }.makeIterator()
  }

  /// - Returns: nil for bytes that are not such lines.
  private static func outcomes(in bytes: [UInt8]) -> [RequestOutcome]? {
    var reader = JSONReader(bytes)
    let values = reader.values(isLines: true)
    let outcomes = values.compactMap(RequestOutcome.init(line:))
    return reader.errors.isEmpty && outcomes.count == values.count ? outcomes : nil
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

extension RequestOutcomes: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: RequestOutcome...) { self.init(elements) }
}
