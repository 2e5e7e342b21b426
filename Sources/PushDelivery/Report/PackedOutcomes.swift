/// What became of some messages that follow each other, in few bytes: what several have in common stands there once.
package struct PackedOutcomes: Sendable {
  package let count: Int
  /// How many there are, by what became of them.
  let counts: [RequestOutcome.Status: Int]
  /// Whether all requests are proven that are ready and refer to something; nil where none refers to anything.
  let proof: DeliveryProof?
  private let bytes: @Sendable () -> [UInt8]

  /// How many are packed together where nothing else decides.
  static let usualCount = 1000

  fileprivate init(
    count: Int, counts: [RequestOutcome.Status: Int], proof: DeliveryProof?, bytes: @escaping @Sendable () -> [UInt8]
  ) {
    (self.count, self.counts, self.proof, self.bytes) = (count, counts, proof, bytes)
  }

  /// The same with its bytes elsewhere.
  ///
  /// - Parameter store: puts the bytes away, and gives what brings them back.
  package func moved<Failure: Error>(
    _ store: ([UInt8]) throws(Failure) -> @Sendable () -> [UInt8]
  ) throws(Failure) -> PackedOutcomes {
    PackedOutcomes(count: count, counts: counts, proof: proof, bytes: try store(bytes()))
  }

  /// How much room it takes in memory.
  package var byteCount: Int { bytes().count }

  var outcomes: [RequestOutcome] {
    var reader = PackReader(bytes())
    return (0..<count).map { _ in
      guard let outcome = reader.outcome() else { preconditionFailure("a pack has what was put into it") }
      return outcome
    }
  }
}

/// In files.
extension PackedOutcomes {
  /// The number of its bytes, in four of them, and its bytes.
  package var framed: [UInt8] {
    let bytes = bytes()
    return (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) } + bytes
  }

  /// What `framed` gave, one behind the other; nil for other bytes.
  package static func all(in bytes: [UInt8]) -> [PackedOutcomes]? {
    var (packs, rest): ([PackedOutcomes], ArraySlice<UInt8>) = ([], bytes[...])
    while !rest.isEmpty {
      guard rest.count >= 4 else { return nil }
      let count = rest.prefix(4).enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
      rest = rest.dropFirst(4)
      guard rest.count >= count, let pack = PackedOutcomes(Array(rest.prefix(count))) else { return nil }
      packs.append(pack)
      rest = rest.dropFirst(count)
    }
    return packs
  }

  /// nil for bytes that are no pack.
  private init?(_ bytes: [UInt8]) {
    var (reader, packer) = (PackReader(bytes), OutcomePacker())
    while !reader.isAtEnd {
      guard let outcome = reader.outcome() else { return nil }
      packer.append(outcome)
    }
    // So that bytes that were read are those that are read again.
    self = packer.packed
  }
}

/// Packs what became of messages, one after the other.
package struct OutcomePacker: Sendable {
  package private(set) var count = 0
  private var counts: [RequestOutcome.Status: Int] = [:]
  private var proof: DeliveryProof?
  private var bytes: [UInt8] = []
  /// Files and lists of addresses that have come before, by their numbers.
  private var files: [String: Int] = [:]
  private var assets: [[String]: Int] = [:]

  package init() {}

  package mutating func append(_ outcome: RequestOutcome) {
    count += 1
    counts[outcome.status, default: 0] += 1
    if outcome.status == .ready, !outcome.assets.isEmpty, let other = outcome.proof {
      proof = proof == .unproven ? proof : other
    }
    bytes.append(PackedKind(outcome).byte)
    append(outcome.id)
    appendFile(outcome.file)
    appendAssets(outcome.assets)
    if let largest = outcome.payloadBytes { append(largest) }
    guard let payload = outcome.payload else { return }
    for number in [payload.android, payload.apns, payload.webpush] { append(number) }
  }

  package var packed: PackedOutcomes {
    let bytes = bytes
    return PackedOutcomes(count: count, counts: counts, proof: proof) { bytes }
  }

  /// 0 for none, 1 for a new one that follows, else the number of one that came before and 2.
  private mutating func appendFile(_ file: String?) {
    guard let file else { return append(0) }
    if let known = files[file] { return append(known + 2) }
    files[file] = files.count
    append(1)
    append(file)
  }

  private mutating func appendAssets(_ list: [String]) {
    if let known = assets[list] { return append(known + 1) }
    assets[list] = assets.count
    append(0)
    append(list.count)
    for address in list { append(address) }
  }

  private mutating func append(_ text: String) {
    append(text.utf8.count)
    bytes += text.utf8
  }

  /// Seven bits in a byte, the lowest first; the highest bit says that more follow.
  private mutating func append(_ number: Int) {
    var rest = UInt(bitPattern: number)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}

/// Reads packed outcomes. Nothing is believed of the bytes: they may come from a file.
private struct PackReader {
  private let bytes: [UInt8]
  private var place = 0
  private var files: [String] = []
  private var assets: [[String]] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { place == bytes.count }

  /// nil where the bytes are none.
  mutating func outcome() -> RequestOutcome? {
    guard place < bytes.count, let kind = PackedKind(byte: bytes[place]) else { return nil }
    place += 1
    guard let id = text(), let file = file(), let assets = list() else { return nil }
    var outcome = RequestOutcome(id: id, status: kind.status, file: file, assets: assets, proof: kind.proof)
    if kind.hasPayloadBytes {
      guard let number = number() else { return nil }
      outcome.payloadBytes = number
    }
    if kind.hasPayload {
      guard let android = number(), let apns = number(), let webpush = number() else { return nil }
      outcome.payload = .init(android: android, apns: apns, webpush: webpush)
    }
    return outcome
  }

  private mutating func file() -> String?? {
    switch number() {
    case nil: return nil
    case 0?: return .some(nil)
    case 1?:
      guard let text = text() else { return nil }
      files.append(text)
      return text
    case let known?: return files.indices.contains(known &- 2) ? files[known - 2] : nil
    }
  }

  private mutating func list() -> [String]? {
    guard let known = number() else { return nil }
    guard known == 0 else { return assets.indices.contains(known &- 1) ? assets[known - 1] : nil }
    // Each takes a byte at least.
    guard let count = number(), (0...(bytes.count - place)).contains(count) else { return nil }
    var list: [String] = []
    for _ in 0..<count {
      guard let text = text() else { return nil }
      list.append(text)
    }
    assets.append(list)
    return list
  }

  private mutating func text() -> String? {
    guard let count = number(), (0...(bytes.count - place)).contains(count) else { return nil }
    defer { place += count }
    return String(decoding: bytes[place..<place + count], as: UTF8.self)
  }

  private mutating func number() -> Int? {
    var (value, shift): (UInt, UInt) = (0, 0)
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      value |= UInt(byte & 0x7F) << shift
      shift += 7
      if byte < 0x80 { return Int(bitPattern: value) }
    }
    return nil
  }
}

/// What of an outcome takes up a few bits.
private struct PackedKind {
  let status: RequestOutcome.Status
  let proof: DeliveryProof?
  let hasPayloadBytes: Bool
  let hasPayload: Bool

  /// By their numbers.
  private static let statuses: [RequestOutcome.Status] = [.ready, .refused, .withheld]
  private static let proofs: [DeliveryProof?] = [nil, .proven, .unproven]

  init(_ outcome: RequestOutcome) {
    (status, proof) = (outcome.status, outcome.proof)
    (hasPayloadBytes, hasPayload) = (outcome.payloadBytes != nil, outcome.payload != nil)
  }

  /// nil for a byte that stands for none.
  init?(byte: UInt8) {
    guard byte & 3 < 3, byte >> 2 & 3 < 3 else { return nil }
    status = Self.statuses[Int(byte & 3)]
    proof = Self.proofs[Int(byte >> 2 & 3)]
    hasPayloadBytes = byte & 16 != 0
    hasPayload = byte & 32 != 0
  }

  var byte: UInt8 {
    let status = UInt8(Self.statuses.firstIndex(of: status) ?? 0)
    let proof = UInt8(Self.proofs.firstIndex(of: proof) ?? 0)
    return status | proof << 2 | (hasPayloadBytes ? 16 : 0) | (hasPayload ? 32 : 0)
  }
}
