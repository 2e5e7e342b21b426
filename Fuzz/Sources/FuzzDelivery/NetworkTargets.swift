import Findings
import Foundation
import FuzzSupport
import MediaFacts

@testable import PushDelivery

/// What servers answer.
extension FuzzTarget {
  static let network: [FuzzTarget] = [
    FuzzTarget("answer", text: tryAnswer)
  ]

  /// Lines of `name: value` are the fields of an answer; the first line is the address that it came from.
  private static func tryAnswer(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    let url = lines.popFirst().map(String.init) ?? ""
    let fields = lines.map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return HeaderField(String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }
    let hop = Hop(url, status: 302, header: HeaderFields(fields))
    var jar = CookieJar()
    jar.keep(hop, now: 1_800_000_000)
    _ = (
      jar.fields(for: url), SuggestedFilename.of(url, hop.header), AppleAttachment.fileExtension(of: url, hop.header)
    )
    for client in LoadingClient.allCases {
      _ = (
        client.target(of: hop, strict: url), client.framingFault(of: [hop]), client.coding(of: hop.header),
        client.address(url)
      )
    }
  }
}
