import MediaFacts
import Testing

@Suite struct ByteViewTests {
  let view = ByteView([0x01, 0x02, 0x03, 0x04, 0xFF])

  @Test func readsNumbersInBothOrders() {
    #expect(view.uint16(at: 0) == 0x0102)
    #expect(view.uint16(at: 0, .little) == 0x0201)
    #expect(view.uint32(at: 1) == 0x0203_04FF)
    #expect(view.int32(at: 1, .little) == Int(Int32(bitPattern: 0xFF04_0302)))
    #expect(view.unsigned(at: 0, width: 3) == 0x010203)
    #expect(view.code(at: 0) == FourCharacterCode(rawValue: 0x0102_0304))
  }

  @Test(arguments: [-1, 4, 5, 6, Int.max, Int.min]) func readsNothingOutside(_ offset: Int) {
    #expect(view.uint16(at: offset) == nil)
    #expect(view.uint32(at: offset) == nil)
    #expect(view.part(at: offset, length: 2) == nil)
    #expect(view.clamped(at: offset, length: .max).count <= 5)
    #expect(!view.has([0xFF, 0xFF], at: offset))
  }

  @Test func numbersAboveTheLargestAreNone() {
    #expect(ByteView([UInt8](repeating: 0xFF, count: 8)).unsigned(at: 0, width: 8) == nil)
  }

  @Test func partsAreParts() {
    let part = view.clamped(at: 1, length: 3)
    #expect(Array(part.bytes) == [2, 3, 4])
    #expect(part[3] == nil)
    #expect(part.offset(of: 0xFF) == nil)
    #expect(view.part(at: 1, length: 3).map { Array($0.bytes) } == [2, 3, 4])
    #expect(view.part(at: 5, length: 0)?.isEmpty == true)
  }

  @Test func findsText() {
    let text = ByteView(Array("aab abc".utf8))
    #expect(text.offset(of: "abc") == 4)
    #expect(text.offset(of: "ab") == 1)
    #expect(text.offset(of: "ab", from: 2) == 4)
    #expect(text.offset(of: "abcd") == nil)
    #expect(text.offset(of: "") == nil)
    #expect(text.has("aab") && text.has("abc", at: 4) && !text.has("abc"))
  }

  @Test func codesAreFilledWithSpaces() {
    #expect("VP8" as FourCharacterCode == "VP8 ")
    #expect("\("irot" as FourCharacterCode)" == "irot")
    #expect(!FourCharacterCode(rawValue: 0x0100_0000).isPrintable)
  }
}
