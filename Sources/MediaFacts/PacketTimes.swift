/// When the coded pictures of a video are shown, as its container says, packet by packet.
public struct PacketTimes: Hashable, Sendable {
  /// The moments at which pictures are shown, in the file's own time, sorted.
  public private(set) var times: [Double] = []
  /// Those of pictures that can be decoded without others, sorted.
  public private(set) var keyTimes: [Double] = []
  /// When the last picture is over.
  public private(set) var end = 0.0
  /// Packets in the file, those that are never shown too.
  public private(set) var packetCount = 0
  /// Packets that are never shown.
  public private(set) var hiddenCount = 0
  /// How long all those would be shown that are not, in seconds.
  public private(set) var hiddenDuration = 0.0

  /// What a container says about one packet.
  public struct Packet: Hashable, Sendable {
    /// When it is shown; nil where only `decodeTime` is known.
    public var time: Double?
    public var decodeTime: Double?
    public var duration: Double?
    public var isKey: Bool
    /// Whether it is needed for others and never shown, as before the start of an edit list.
    public var isHidden: Bool

    public init(
      time: Double?, decodeTime: Double? = nil, duration: Double? = nil, isKey: Bool = false, isHidden: Bool = false
    ) {
      self.time = time
      self.decodeTime = decodeTime
      self.duration = duration
      self.isKey = isKey
      self.isHidden = isHidden
    }
  }

  /// Times further from zero than a year are none.
  private static let latest = 31_536_000.0

  /// - Parameter packets: in the order of the file.
  public init(_ packets: [Packet]) {
    packetCount = packets.count
    let hidden = packets.filter(\.isHidden)
    hiddenCount = hidden.count
    hiddenDuration = hidden.reduce(0) { $0 + Self.sane($1.duration) }
    let shown = Self.timed(packets.filter { !$0.isHidden })
    // MPEG files leave out the time of many pictures. Without reordering, decoding times are the same moments.
    let isComplete = shown.allSatisfy { $0.time != nil }
    let timed = shown.compactMap { packet -> (time: Double, packet: Packet)? in
      guard let time = isComplete ? packet.time : packet.decodeTime ?? packet.time else { return nil }
      return abs(time) <= Self.latest ? (time, packet) : nil
    }
    let shift = isComplete ? 0 : Self.shift(shown)
    times = timed.map { $0.time + shift }.sorted()
    keyTimes = timed.filter(\.packet.isKey).map { $0.time + shift }.sorted()
    end = timed.map { $0.time + shift + Self.sane($0.packet.duration) }.max() ?? 0
  }

  /// Where a container gives no moment at all, pictures follow each other for as long as each is shown. A stream without times is not
  /// reordered by them either.
  private static func timed(_ packets: [Packet]) -> [Packet] {
    guard packets.allSatisfy({ $0.time == nil && $0.decodeTime == nil }) else { return packets }
    var moment = 0.0
    return packets.map { packet in
      var packet = packet
      let duration = sane(packet.duration)
      if duration > 0 { packet.time = moment }
      moment += duration
      return packet
    }
  }

  /// The first picture is shown so much later than it is decoded.
  private static func shift(_ packets: [Packet]) -> Double {
    guard let first = packets.first, let time = first.time, let decodeTime = first.decodeTime else { return 0 }
    return (0...10).contains(time - decodeTime) ? time - decodeTime : 0
  }

  private static func sane(_ duration: Double?) -> Double {
    guard let duration, (0...latest).contains(duration) else { return 0 }
    return duration
  }
}

extension PacketTimes {
  /// From the first picture to the end of the last; 0 when there is none.
  public var duration: Double { times.first.map { max(0, end - $0) } ?? 0 }

  /// Pictures a second on average; nil when there is one or none.
  public var frameRate: Double? {
    guard let first = times.first, let last = times.last, last > first else { return nil }
    return Double(times.count - 1) / (last - first)
  }

  /// Whether pictures are shown for different times: more than one of fifty intervals is further from the usual one than a fifth
  /// of it. Containers round times to a millisecond and more, which is no variation.
  public var isVariable: Bool {
    let intervals = zip(times.dropFirst(), times).map { $0 - $1 }
    guard intervals.count > 1 else { return false }
    let usual = intervals.sorted()[intervals.count / 2]
    let tolerance = max(usual / 5, 0.0025)
    return intervals.count { abs($0 - usual) > tolerance } * 50 > intervals.count
  }

  /// The most pictures from one that can be decoded alone to the next.
  public var longestGroup: Int {
    var longest = 0
    var start = 0
    for key in keyTimes + [.infinity] {
      let next = times.partitioningIndex { $0 >= key }
      longest = max(longest, next - start)
      start = next
    }
    return longest
  }

  /// Whether more is kept and not shown than what a decoder needs to begin with: a few pictures that others refer to, or the packets in
  /// which coders of sound find in.
  ///
  /// - Parameter usualCount: so many packets are no reason for a second look, if they are over in a quarter of a second.
  public func hidesMore(than usualCount: Int) -> Bool {
    hiddenCount > usualCount || hiddenDuration > 0.25
  }

  /// How many pictures begin before a moment.
  public func count(before time: Double) -> Int { times.partitioningIndex { $0 >= time } }
}

extension Array {
  /// The first index of a sorted array whose element meets a condition that all after it meet; the count when none does.
  fileprivate func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = condition(self[middle]) ? range.lowerBound..<middle : (middle + 1)..<range.upperBound
    }
    return range.lowerBound
  }
}
