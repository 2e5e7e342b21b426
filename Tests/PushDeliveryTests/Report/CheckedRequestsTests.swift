import Findings
import Foundation
import PushDelivery
import Testing

@Suite struct CheckedRequestsTests {
  private let text = [RequestVerdict(platform: .ios, sees: .text)]
  private let picture = [RequestVerdict(platform: .ios, sees: .picture)]

  private var requests: [CheckedRequest] {
    [
      .init(line: 1, verdicts: text), .init(line: 2, verdicts: text), .init(line: 4, verdicts: text),
      .init(line: 5, verdicts: picture), .init(line: 5, verdicts: picture),
      .init(line: 6, keyPath: "[1]", verdicts: picture), .init(line: 7, keyPath: "[2]", verdicts: picture),
    ]
  }

  @Test func keepsAllThatIsPutIn() {
    #expect(Array(CheckedRequests(requests)) == requests)
    #expect(CheckedRequests(requests).count == requests.count)
    #expect(Array(CheckedRequests()) == [])
  }

  @Test func requestsSeenAlikeAreOneRun() {
    #expect(CheckedRequests(requests).runs.map(\.count) == [2, 1, 1, 1, 1, 1])
    let many = CheckedRequests((1...100_000).map { CheckedRequest(line: $0, verdicts: text) })
    #expect(many.runs.count == 1)
    #expect(many.runs.first?.first(3).map(\.line) == [1, 2, 3])
    #expect(many.runs.first?.first(200_000).count == 100_000)
  }

  @Test func partsMakeTheSameWhole() {
    for middle in 0...requests.count {
      var whole = CheckedRequests(requests[..<middle])
      whole.append(CheckedRequests(requests[middle...]))
      #expect(whole == CheckedRequests(requests), "\(middle)")
    }
  }

  @Test func theirJSONIsThatOfAnArray() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(requests)
    #expect(try encoder.encode(CheckedRequests(requests)) == json)
    #expect(try JSONDecoder().decode(CheckedRequests.self, from: json) == CheckedRequests(requests))
  }
}
