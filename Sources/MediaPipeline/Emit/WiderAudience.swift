import Findings
import PushDelivery
import Synchronization

/// The recipients of a folder's previous requests, before a run replaces them.
///
/// It is read when the first message to more than one device is composed: a table of devices needs none of it.
final class FormerAudience: Sendable {
  private let folder: RequestFolder
  private let read = Mutex<Audience?>(nil)

  /// As hashes: there may be hundreds of thousands.
  private struct Audience {
    /// The requests that went to single devices, by their identifiers.
    var devices: Set<Int> = []
    /// Topics and conditions.
    var targets: Set<Int> = []
  }

  /// - Parameter campaign: their required campaign, as `FolderOwner` names it.
  /// - Returns: nil if the folder holds no requests, or another campaign's.
  init?(of folder: RequestFolder, campaign: String?) {
    guard RequestIndex.campaign(in: folder) == campaign, FormerRequests.areThere(in: folder) else { return nil }
    self.folder = folder
  }

  /// Whether the request with an identifier went to a single device.
  func wentToDevice(_ id: String) -> Bool { audience { $0.devices.contains(id.hashValue) } }

  /// Whether any request went to a topic or a condition; true if the previous set does not list its recipients.
  func reached(_ target: MessageTarget) -> Bool {
    audience { ($0.devices.isEmpty && $0.targets.isEmpty) || $0.targets.contains(target.audience.hashValue) }
  }

  private func audience<Value>(_ ask: (Audience) -> Value) -> Value {
    read.withLock { known in
      let audience = known ?? Self.read(folder)
      known = audience
      return ask(audience)
    }
  }

  private static func read(_ folder: RequestFolder) -> Audience {
    var audience = Audience()
    guard let entries = try? RequestEntries(index: folder.indexPath) else { return audience }
    while let entry = try? entries.next() {
      guard let target = RequestIndex.text(of: RequestIndex.audienceKey, inEntry: entry) else { continue }
      if MessageTarget.Kind(rawValue: target)?.isDevice == true {
        if let id = RequestIndex.identifier(ofEntry: entry) { audience.devices.insert(id.hashValue) }
      } else {
        audience.targets.insert(target.hashValue)
      }
    }
    return audience
  }
}

extension MessageTarget {
  /// The audience in the index of a request folder: `topic bread`, or only `token`, since devices are private.
  var audience: String { isDevice ? kind.rawValue : "\(kind.rawValue) \(text)" }
}

/// Messages that reach more people than the previous set's requests.
struct WiderAudience: Sendable {
  /// Requests that went to single devices, by the target that they go to now.
  private var fromDevices: [MessageTarget: Move] = [:]
  /// The first message with each new target.
  private var new: [MessageTarget: Diagnostic.Subject] = [:]

  private struct Move: Sendable {
    let id: String
    let place: Diagnostic.Subject
    var count = 0
  }

  /// More targets are not kept: each of them gets few of the requests.
  private static let mostTargets = 1000

  mutating func add(_ message: CampaignMessage, _ former: FormerAudience) {
    guard !message.target.isDevice else { return }
    if former.wentToDevice(message.id) {
      guard fromDevices[message.target] != nil || fromDevices.count < Self.mostTargets else { return }
      fromDevices[message.target, default: Move(id: message.id, place: message.origin)].count += 1
    } else if new[message.target] == nil, new.count < Self.mostTargets, !former.reached(message.target) {
      new[message.target] = message.origin
    }
  }

  /// Adds the findings of later messages.
  mutating func add(_ other: WiderAudience) {
    new.merge(other.new) { first, _ in first }
    fromDevices.merge(other.fromDevices) { Move(id: $0.id, place: $0.place, count: $0.count + $1.count) }
  }

  /// - Parameter recipients: of all requests.
  func diagnostics(_ recipients: Recipients) -> [Diagnostic] {
    let moved = fromDevices.sorted { $0.key.audience < $1.key.audience }.map { target, move in
      let others = move.count > 1 ? " and \(move.count - 1) more" : ""
      return Diagnostic(.campaign("fromDevices", move.id.quoted, others, target.audience.quoted), move.place)
    }
    let all = recipients.groups.reduce(0) { $0 + $1.requests }
    let grown = recipients.groups.compactMap { group -> Diagnostic? in
      // Devices have no name here.
      guard group.requests * 2 > all, let target = group.name.map({ MessageTarget(group.kind, $0) }),
        let place = new[target]
      else { return nil }
      return Diagnostic(.campaign("grownTarget", target.audience.quoted, "\(group.requests)", "\(all)"), place)
    }
    return moved + grown
  }
}
