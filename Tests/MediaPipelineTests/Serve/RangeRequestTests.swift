import MediaPipeline
import PushDelivery
import Testing

@Suite struct RangeRequestTests {
  @Test(arguments: [
    ("bytes=0-1", RangeRequest.part(0..<2)), ("bytes=0-", .part(0..<10)), ("bytes=9-", .part(9..<10)),
    ("bytes=3-99", .part(3..<10)), ("bytes=-3", .part(7..<10)), ("bytes=-99", .part(0..<10)),
    ("Bytes=2-2", .part(2..<3)),
    ("bytes=2-99999999999999999999", .part(2..<10)), ("bytes=-99999999999999999999", .part(0..<10)),
    ("bytes=10-", .unsatisfiable), ("bytes=10-20", .unsatisfiable), ("bytes=-0", .unsatisfiable),
    ("bytes=99999999999999999999-", .unsatisfiable),
    (nil, .whole), ("", .whole), ("bytes=", .whole), ("bytes=-", .whole), ("bytes=5-2", .whole), ("bytes=0-1,4-5", .whole),
    ("items=0-1", .whole), ("bytes=a-b", .whole), ("bytes=+1-2", .whole), ("bytes=1--2", .whole),
  ])
  func ofTenBytes(field: String?, range: RangeRequest) { #expect(RangeRequest(field, byteCount: 10) == range) }

  @Test(arguments: ["bytes=0-", "bytes=0-0", "bytes=-1"]) func anEmptyFileHasNoPart(field: String) {
    #expect(RangeRequest(field, byteCount: 0) == .unsatisfiable)
  }
}
