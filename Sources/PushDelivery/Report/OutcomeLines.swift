import Findings

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
    bytes += "{\"id\":\"".utf8
    JSONText.append(id, to: &bytes)
    bytes += "\",\"status\":\"\(status.rawValue)\"".utf8
    if let proof { bytes += ",\"proof\":\"\(proof.rawValue)\"".utf8 }
    if let payloadBytes { bytes += ",\"payloadBytes\":\(payloadBytes)".utf8 }
    if let payload { bytes += ",\"payload\":[\(payload.android),\(payload.apns),\(payload.webpush)]".utf8 }
    if let file {
      bytes += ",\"file\":\"".utf8
      JSONText.append(file, to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    }
    bytes += ",\"assets\":[".utf8
    for (index, asset) in assets.enumerated() {
      bytes += (index == 0 ? "\"" : ",\"").utf8
      JSONText.append(asset, to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    }
    bytes += "]}\n".utf8
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
