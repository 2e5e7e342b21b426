import Findings
import PushDelivery

/// How large the messages of a campaign are on each platform: all of a small campaign, the largest of a large one.
struct PayloadText {
  let requests: [RequestOutcome]

  /// A screen of them.
  private static let mostRequests = 12
  private static let shownOfMany = 5

  var lines: [String] {
    let sized = requests.compactMap { request in request.payload.map { (id: request.id, payload: $0) } }
    guard sized.count > Self.mostRequests else { return sized.map { line($0.id, $0.payload) } }
    let largest = sized.sorted { ($1.payload.largest, $0.id) < ($0.payload.largest, $1.id) }.prefix(Self.shownOfMany)
    return largest.map { line($0.id, $0.payload) } + ["\(sized.count - largest.count) messages with smaller payloads"]
  }

  private func line(_ id: String, _ payload: RequestOutcome.Payload) -> String {
    "message \(id.printable): payload of \(payload.android) bytes on Android, \(payload.apns) on APNs, "
      + "\(payload.webpush) on web push, of \(ClientLimit.payloadBytes.value)"
  }
}

extension RequestOutcome.Payload {
  fileprivate var largest: Int { max(android, apns, webpush) }
}
