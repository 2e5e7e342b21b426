import Essentials
import Findings
import PushDelivery
import Synchronization
import SystemPackage

/// The requests that a request folder holds before a run replaces them, as its index lists them.
///
/// Both sets are read in parallel, usually in the same order: only entries whose counterparts have not come yet are kept.
struct FormerRequests: ~Copyable {
  private var entries: RequestEntries?
  /// Previous entries whose counterparts are still to come, by identifier.
  private var waiting: [String: SetDifferences.Entry] = [:]
  /// The same for new entries.
  private var unmet: [String: SetDifferences.Entry] = [:]
  private var differences = SetDifferences()
  /// What people should look at, once `finish` was called.
  private(set) var diagnostics: [Diagnostic] = []
  private var changes = Recipients.Changes()
  /// The identifiers of new requests that are not the previous ones, as many as a page shows.
  private(set) var altered: [String] = []
  private static let mostAltered = 10_000
  /// Whether a previous set exists.
  private let isThere: Bool
  /// Whether only approved requests were written, and none is now.
  private let wasApproved: Bool
  /// Whether all of the new set are requests of an approved one, once `finish` was called.
  private(set) var staysApproved = false

  /// Reads the index of a folder; a folder without an index of richpush's has no previous requests.
  ///
  /// - Parameter origin: the new requests'.
  init(in folder: RequestFolder, before origin: RequestSetOrigin) {
    wasApproved =
      !origin.isApproved && RequestIndex.isApproved(folder) && RequestIndex.campaign(in: folder) == origin.campaign
    entries = try? RequestEntries(index: folder.indexPath)
    isThere = entries != nil
  }

  /// Whether a folder holds any.
  static func areThere(in folder: RequestFolder) -> Bool {
    (try? RequestEntries(index: folder.indexPath)).flatMap { try? $0?.next() } != nil
  }

  /// Compares a request of the new set with the previous one of that name.
  ///
  /// - Parameter line: its entry in the index, with the text around it.
  mutating func compare(_ id: String, _ line: ArraySlice<UInt8>) {
    guard isThere else { return }
    let entry = line.drop { $0 != UInt8(ascii: "{") }.dropLast { $0 != UInt8(ascii: "}") }
    let former = nextFormer()
    // Usually nothing has changed, and nothing needs to be parsed.
    if let former, former.elementsEqual(entry) {
      changes.unchanged += 1
      return
    }
    let new = SetDifferences.Entry(entry)
    if let former = waiting.removeValue(forKey: id) {
      count(id, former, new)
    } else {
      unmet[id] = new
    }
    if let former { take(former) }
  }

  private mutating func nextFormer() -> ArraySlice<UInt8>? {
    if let entry = try? entries?.next() { return entry }
    entries = nil
    return nil
  }

  private mutating func take(_ former: ArraySlice<UInt8>) {
    guard let id = RequestIndex.identifier(ofEntry: former) else { return }
    let former = SetDifferences.Entry(former)
    if let new = unmet.removeValue(forKey: id) {
      count(id, former, new)
    } else {
      waiting[id] = former
    }
  }

  private mutating func count(_ id: String, _ former: SetDifferences.Entry, _ new: SetDifferences.Entry) {
    guard former.hash != new.hash else {
      changes.unchanged += 1
      return
    }
    changes.changed += 1
    differences.add(id, former, new)
    if altered.count < Self.mostAltered { altered.append(id) }
  }

  /// The differences, once every request of the new set has been compared; nil without a previous set.
  mutating func finish() -> Recipients.Changes? {
    guard isThere else { return nil }
    while let former = nextFormer() { take(former) }
    var changes = changes
    changes.new = unmet.count
    altered += unmet.keys.prefix(Self.mostAltered - altered.count)
    changes.gone = waiting.keys.sorted()
    diagnostics = differences.diagnostics(new: unmet, gone: waiting, rest: changes.unchanged + changes.changed)
    staysApproved = wasApproved && altered.isEmpty
    if wasApproved, !altered.isEmpty { diagnostics.append(.unapproved(altered.sorted())) }
    return changes
  }
}

extension Diagnostic {
  fileprivate static func unapproved(_ ids: [String]) -> Diagnostic {
    let (names, verb) = (ids.map(\.quoted).listed(most: 3), ids.count == 1 ? "goes" : "go")
    return Diagnostic(
      .campaignUnapproved, .init(.message, ids[0]),
      "\(names) \(verb) out without approval: the last set had only approved requests")
  }
}

extension RequestIndex {
  /// Whether a file is an index of richpush's.
  static func isOwn(at path: String) -> Bool { (try? FileReading.start(of: path, count: beginning.count)) == beginning }

  /// Whether the requests begin after a line.
  static func endsAssets(_ line: ArraySlice<UInt8>) -> Bool { line.starts(with: "  \"requests\" : [".utf8) }

  /// The member of an entry with its request's recipients.
  static let audienceKey = "audience"

  static func identifier(ofEntry entry: ArraySlice<UInt8>) -> String? { text(of: "id", inEntry: entry) }

  /// - Parameter key: a member that occurs once per entry, with a text without quotes, as identifiers and targets are.
  static func text(of key: String, inEntry entry: ArraySlice<UInt8>) -> String? {
    guard let name = entry.firstRange(of: Array("\"\(key)\":\"".utf8)) else { return nil }
    return String(decoding: entry[name.upperBound...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
  }
}

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
      return Diagnostic(
        .campaignWiderAudience, move.place,
        "\(move.id.quoted)\(others) went to single devices in the last set, and would now go to the "
          + "\(target.audience.quoted)")
    }
    let all = recipients.groups.reduce(0) { $0 + $1.requests }
    let grown = recipients.groups.compactMap { group -> Diagnostic? in
      // Devices have no name here.
      guard group.requests * 2 > all, let target = group.name.map({ MessageTarget(group.kind, $0) }),
        let place = new[target]
      else { return nil }
      return Diagnostic(
        .campaignWiderAudience, place,
        "no request of the last set went to the \(target.audience.quoted), and \(group.requests) of \(all) go there now"
      )
    }
    return moved + grown
  }
}
