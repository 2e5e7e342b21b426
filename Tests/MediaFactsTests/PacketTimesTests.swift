import MediaFacts
import Testing

@Suite struct PacketTimesTests {
  private typealias Packet = PacketTimes.Packet

  /// The order of the file is that of decoding.
  @Test func reorderedPictures() {
    let times = PacketTimes(
      [0.0, 0.3, 0.1, 0.2].map { Packet(time: $0, decodeTime: 0, duration: 0.1, isKey: $0 == 0) })
    #expect(times.times == [0, 0.1, 0.2, 0.3] && times.keyTimes == [0])
    #expect(times.end == 0.4 && times.duration == 0.4 && times.packetCount == 4)
    #expect(abs((times.frameRate ?? 0) - 10) < 1e-9 && !times.isVariable && times.longestGroup == 4)
  }

  @Test func hiddenPicturesAreNotShown() {
    let packets = [Packet(time: -0.1, duration: 0.1, isKey: true, isHidden: true), Packet(time: 0, duration: 0.1)]
    let times = PacketTimes(packets)
    #expect(times.times == [0] && times.duration == 0.1 && times.packetCount == 2 && times.frameRate == nil)
    #expect(times.hiddenCount == 1 && times.hiddenDuration == 0.1 && !times.hidesMore(than: 4))
  }

  /// A few at the start are needed to decode others; more, or some of any length, were cut off.
  @Test(arguments: [(4, 0.04, false), (5, 0.04, true), (1, 0.3, true), (5, 0, true), (0, 1, false)])
  func whatIsCutOff(_ count: Int, _ duration: Double, _ isCut: Bool) {
    let hidden = (0..<count).map { Packet(time: Double($0 - count) * duration, duration: duration, isHidden: true) }
    let times = PacketTimes(hidden + [Packet(time: 0, duration: duration, isKey: true)])
    #expect(times.hidesMore(than: 4) == isCut)
    #expect(PacketTimes([]).hidesMore(than: 0) == false)
  }

  /// As in MPEG program streams: the moments of decoding, moved to where the first picture is shown.
  @Test func timesThatAreLeftOut() {
    let packets = [
      Packet(time: 0.5, decodeTime: 0.4, duration: 0.1), Packet(time: nil, decodeTime: 0.5, duration: 0.1),
      Packet(time: 0.6, decodeTime: 0.6, duration: 0.1),
    ]
    let times = PacketTimes(packets)
    #expect(times.times.map { ($0 * 10).rounded() } == [5, 6, 7])
    #expect(abs(times.duration - 0.3) < 1e-9)
  }

  /// As in MPEG program streams that nothing was timed in: one picture after the other.
  @Test func noTimesAtAll() {
    let packets = (0..<4).map { Packet(time: nil, duration: 0.04, isKey: $0 == 0) }
    let times = PacketTimes(packets)
    #expect(times.times.count == 4 && times.keyTimes == [0] && times.longestGroup == 4)
    #expect(abs(times.duration - 0.16) < 1e-9 && abs((times.frameRate ?? 0) - 25) < 1e-9)
    #expect(PacketTimes([Packet(time: nil)]).times.isEmpty)
  }

  @Test(arguments: [[Double.nan, 1], [.infinity, 1], [1e300, 1], [-1e300, 1], [1]])
  func wildNumbersAreDropped(_ numbers: [Double]) {
    let times = PacketTimes(numbers.map { Packet(time: $0, duration: 1e300) })
    #expect(times.times == [1] && times.end == 1 && times.duration == 0 && times.frameRate == nil)
  }

  @Test func nothing() {
    let times = PacketTimes([])
    #expect(times.times.isEmpty && times.duration == 0 && times.frameRate == nil && !times.isVariable)
    #expect(times.longestGroup == 0 && times.count(before: 1) == 0)
  }

  /// Milliseconds of Matroska: 33, 34, 33 is one rate.
  @Test func roundedTimesDoNotVary() {
    let packets = (0..<200).map { Packet(time: (Double($0) * 1000 / 30).rounded() / 1000) }
    #expect(!PacketTimes(packets).isVariable)
    let varying = (0..<200).map { Packet(time: Double($0) / 30 + ($0 % 3 == 0 ? 0.015 : 0)) }
    #expect(PacketTimes(varying).isVariable)
  }

  @Test func groupsOfPictures() {
    let keys: Set = [0, 4, 5, 12]
    let times = PacketTimes((0..<15).map { Packet(time: Double($0), isKey: keys.contains($0)) })
    #expect(times.longestGroup == 7)
    #expect(times.count(before: 5) == 5 && times.count(before: 4.5) == 5 && times.count(before: -1) == 0)
  }
}
