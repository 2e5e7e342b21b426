/// The display times of a video's coded pictures in its container, packet by packet.
public struct PacketTimes: Hashable, Sendable {
  /// When pictures are shown, in the file's own time, sorted.
  public private(set) var times: [Double] = []
  /// Those of independently decodable pictures, sorted.
  public private(set) var keyTimes: [Double] = []
  /// When the last picture ends.
  public private(set) var end = 0.0
  /// Packets in the file, including those never shown.
  public private(set) var packetCount = 0
  /// Packets that are never shown.
  public private(set) var hiddenCount = 0
  /// The total duration of those, in seconds.
  public private(set) var hiddenDuration = 0.0

  /// The container's facts about one packet.
  public struct Packet: Hashable, Sendable {
    /// When it is shown; nil where only `decodeTime` is known.
    public var time: Double?
    public var decodeTime: Double?
    public var duration: Double?
    public var isKey: Bool
    /// Whether others need it but it is never shown, as before the start of an edit list.
    public var isHidden: Bool

    public init(
      time: Double?, decodeTime: Double? = nil, duration: Double? = nil, isKey: Bool = false, isHidden: Bool = false
    ) {
      (self.time, self.decodeTime, self.duration) = (time, decodeTime, duration)
      (self.isKey, self.isHidden) = (isKey, isHidden)
    }
  }

  /// Times further from zero than a year are invalid.
  private static let latest = 31_536_000.0

  /// - Parameter packets: in file order.
  public init(_ packets: [Packet]) {
    packetCount = packets.count
    let hidden = packets.filter(\.isHidden)
    hiddenCount = hidden.count
    hiddenDuration = hidden.reduce(0) { $0 + Self.sane($1.duration) }
    let shown = Self.timed(packets.filter { !$0.isHidden })
    // MPEG files leave out many pictures' times. Without reordering, decoding times are equal to them.
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

  /// Without any times in a container, each picture follows when the previous one ends. Such a stream is not reordered either.
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

  /// How much later the first picture is shown than decoded.
  private static func shift(_ packets: [Packet]) -> Double {
    guard let first = packets.first, let time = first.time, let decodeTime = first.decodeTime else { return 0 }
    return (0...10).contains(time - decodeTime) ? time - decodeTime : 0
  }

  private static func sane(_ duration: Double?) -> Double {
    guard let duration, (0...latest).contains(duration) else { return 0 }
    return duration
  }

  /// From the first picture to the end of the last; 0 without pictures.
  public var duration: Double { times.first.map { max(0, end - $0) } ?? 0 }

  /// Pictures per second on average; nil for fewer than two.
  public var frameRate: Double? {
    guard let first = times.first, let last = times.last, last > first else { return nil }
    return Double(times.count - 1) / (last - first)
  }

  /// Whether pictures are shown for different times: more than one of fifty intervals differs from the usual one by over a
  /// fifth. Containers round times to a millisecond and more, which does not count.
  public var isVariable: Bool {
    let intervals = zip(times.dropFirst(), times).map { $0 - $1 }
    guard intervals.count > 1 else { return false }
    let usual = intervals.sorted()[intervals.count / 2]
    let tolerance = max(usual / 5, 0.0025)
    return intervals.count { abs($0 - usual) > tolerance } * 50 > intervals.count
  }

  /// The most pictures from one that is independently decodable to the next.
  public var longestGroup: Int {
    var (longest, start) = (0, 0)
    for key in keyTimes + [.infinity] {
      let next = times.partitioningIndex { $0 >= key }
      longest = max(longest, next - start)
      start = next
    }
    return longest
  }

  /// Whether more is hidden than a decoder needs to begin: a few reference pictures, or the packets that sound decoders start with.
  ///
  /// - Parameter usualCount: so many packets are fine if they last a quarter of a second at most.
  public func hidesMore(than usualCount: Int) -> Bool { hiddenCount > usualCount || hiddenDuration > 0.25 }

  /// How many pictures begin before a time.
  public func count(before time: Double) -> Int { times.partitioningIndex { $0 >= time } }
}

extension Array {
  /// The first index of a sorted array whose element meets a condition that all after it meet; the count without one.
  package func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = condition(self[middle]) ? range.lowerBound..<middle : (middle + 1)..<range.upperBound
    }
    return range.lowerBound
  }
}
