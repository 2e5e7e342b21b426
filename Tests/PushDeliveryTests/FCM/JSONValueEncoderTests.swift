import Findings
import Foundation
import PushDelivery
import TestSupport
import Testing

/// What is made without text is what text would say.
@Suite struct JSONValueEncoderTests {
  @Test(arguments: [FullMessage.v1(), FullMessage.v2()]) func messagesAreAsInText(message: Message) throws {
    #expect(try JSONValue(encoding: message) == throughText(message))
  }

  @Test func numbersAreAsInText() throws {
    let numbers = Numbers(
      whole: 3, fraction: 0.1, single: 0.1, huge: 1e300, large: 9_007_199_254_740_993, unsigned: .max, negative: -0.5,
      small: -128, flag: true, list: [1, nil, 2.5])
    #expect(try JSONValue(encoding: numbers) == throughText(numbers))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity]) func whatIsNotFiniteIsRefused(number: Double) {
    #expect(throws: EncodingError.self) { try JSONValue(encoding: ["a": [number]]) }
  }

  @Test func membersOfSeveralContainersComeTogether() throws {
    #expect(try JSONValue(encoding: Merged()) == ["a": 1, "b": ["c": [.null, "d"]], "e": [:], "f": []])
  }

  private func throughText(_ value: some Encodable) throws -> JSONValue {
    try JSONValue(text: String(decoding: try JSONEncoder().encode(value), as: UTF8.self))
  }

  private struct Numbers: Encodable {
    let whole: Double
    let fraction: Double
    let single: Float
    let huge: Double
    let large: Int
    let unsigned: UInt64
    let negative: Float
    let small: Int8
    let flag: Bool
    let list: [Double?]
  }

  /// Uses every kind of container.
  private struct Merged: Encodable {
    private enum Key: String, CodingKey { case a, b, c, e, f }

    func encode(to encoder: any Encoder) throws {
      var first = encoder.container(keyedBy: Key.self)
      try first.encode(1, forKey: .a)
      var second = encoder.container(keyedBy: Key.self)
      var nested = second.nestedContainer(keyedBy: Key.self, forKey: .b)
      var list = nested.nestedUnkeyedContainer(forKey: .c)
      try list.encodeNil()
      #expect(list.count == 1)
      var single = list.superEncoder().singleValueContainer()
      try single.encode("d")
      _ = second.nestedContainer(keyedBy: Key.self, forKey: .e)
      _ = second.nestedUnkeyedContainer(forKey: .f)
    }
  }
}
