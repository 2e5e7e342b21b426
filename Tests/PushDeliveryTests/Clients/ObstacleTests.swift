import Findings
import MediaFacts
import PushDelivery
import Testing

/// The obstacles for each client in an answer: all facts of answers, row by row.
@Suite struct ObstacleTests {
  private func body(_ format: MediaFormat? = .picture(.jpeg), _ unpacking: LoadedBody.Unpacking = .done) throws
    -> LoadedBody
  {
    let digest = try #require(ContentDigest(bytes: [UInt8](repeating: 1, count: 32)))
    return LoadedBody(digest: digest, byteCount: 1000, isCapped: false, format: format, unpacking: unpacking)
  }

  private func hop(_ fields: [String: String] = [:], status: Int = 200, interim: [Int] = []) -> Hop {
    let all = ["Content-Type": "image/jpeg"].merging(fields) { $1 }.sorted { $0.key < $1.key }
    return Hop(
      "https://push.example.com/a.jpg", status: status, interimStatuses: interim,
      header: HeaderFields(all.map { HeaderField($0.key, $0.value) }))
  }

  /// `certain` or `uncertain` and the kind, of one client.
  private func words(_ client: LoadingClient, _ hop: Hop, _ body: LoadedBody, site: String? = nil) -> [String] {
    Exchange(client, hops: [hop], end: .loaded(body)).obstacles(site: site.flatMap(WebOrigin.init)).map { obstacle in
      let name = "\(obstacle.kind)".prefix { $0 != "(" }
      return obstacle.consequence == .textAlone ? "\(name)" : "perhaps \(name)"
    }
  }

  @Test func aGoodAnswerHasNone() throws {
    for client in LoadingClient.allCases { #expect(words(client, hop(), try body()) == []) }
  }

  @Test(arguments: TextRow.table("first lines", in: "Clients"))
  func onlyAndroidReadsTheFirstLineLetterByLetter(_ row: TextRow) throws {
    var hop = hop()
    hop.statusLine = row[0]
    #expect(words(.android, hop, try body()) == (row[1] == "read" ? [] : ["framing"]))
    for client in [LoadingClient.ios, .chrome] { #expect(words(client, hop, try body()) == []) }
  }

  @Test(arguments: [401, 403, 404, 500]) func onlyAndroidLooksAtStatuses(_ status: Int) throws {
    #expect(words(.android, hop(status: status), try body()) == ["status"])
    #expect(words(.ios, hop(status: status), try body()) == [])
    #expect(words(.chrome, hop(status: status), try body()) == [])
    for client in LoadingClient.allCases {
      #expect(words(client, hop(status: status), try body(nil)) == ["status"])
    }
  }

  /// The page that comes with an error is not the picture, so that its type and coding say nothing.
  @Test func anErrorsPageHasNoObstaclesOfItsOwn() throws {
    let page = [
      "Content-Type": "text/html", "X-Content-Type-Options": "nosniff", "Content-Encoding": "br",
      "Cross-Origin-Resource-Policy": "same-origin", "Content-Length": "5, 6",
    ]
    for client in LoadingClient.allCases {
      #expect(words(client, hop(page, status: 404), try body(nil, .raw)) == ["status"])
    }
  }

  @Test(arguments: TextRow.table("opaque responses", in: "Clients")) func opaqueResponses(_ row: TextRow) throws {
    let fields = ["Content-Type": row[0]].merging(row.cells[1].map { ["X-Content-Type-Options": $0] } ?? [:]) { $1 }
    #expect(words(.chrome, hop(fields), try body()) == (row[2] == "blocked" ? ["opaqueResponse"] : []))
    #expect(words(.chrome, hop(fields), try body(), site: "https://push.example.com") == [])
    #expect(words(.android, hop(fields), try body()) == [])
  }

  @Test(arguments: TextRow.table("resource policies", in: "Clients")) func resourcePolicies(_ row: TextRow) throws {
    let (answer, site) = (hop(["Cross-Origin-Resource-Policy": row[0]]), row.cells[1])
    #expect(words(.chrome, answer, try body(), site: site) == (row[2].isEmpty ? [] : [row[2]]))
    #expect(words(.ios, answer, try body(), site: site) == [])
  }

  /// The policy of a redirect counts as well.
  @Test func resourcePoliciesOfRedirects() throws {
    let redirect = hop(["Cross-Origin-Resource-Policy": "same-origin", "Location": "/b.jpg"], status: 302)
    let exchange = Exchange(.chrome, hops: [redirect, hop()], end: .loaded(try body()))
    let obstacles = exchange.obstacles(site: WebOrigin("https://shop.example.com"))
    #expect(obstacles.map(\.kind) == [.resourcePolicy("same-origin")])
  }

  @Test func drawingsAreDrawnAndNothingElse() throws {
    let svg = hop(["Content-Type": "image/svg+xml"])
    #expect(words(.chrome, svg, try body()) == ["drawing"])
    #expect(words(.chrome, svg, try body(.picture(.svg))) == [])
    #expect(words(.chrome, hop(), try body(.picture(.svg))) == ["drawing"])
  }

  /// Of a list the last type counts, and a type ends before blanks and parentheses.
  @Test func typesAreReadAsChromeReadsThem() throws {
    for type in ["image/jpeg, application/pdf", "application/pdf (scan)", "application/pdf charset=x"] {
      #expect(words(.chrome, hop(["Content-Type": type]), try body()) == ["opaqueResponse"])
    }
    #expect(words(.chrome, hop(["Content-Type": "application/pdf, image/jpeg"]), try body()) == [])
    #expect(words(.chrome, hop(["Content-Type": "image/svg+xml charset=x"]), try body(.picture(.svg))) == [])
  }

  @Test func contradictionsEndTheLoadInChrome() throws {
    for disposition in ["inline; filename=a,b.jpg", "attachment, inline"] {
      #expect(words(.chrome, hop(["Content-Disposition": disposition]), try body()) == ["framing"])
    }
    for disposition in ["inline; filename=\"a,b.jpg\"", "inline, inline"] {
      #expect(words(.chrome, hop(["Content-Disposition": disposition]), try body()) == [])
    }
    #expect(words(.chrome, hop(["Content-Length": "5, 6"]), try body()) == ["framing"])
    #expect(words(.chrome, hop(["Content-Length": "5,"]), try body()) == ["framing"])
    #expect(words(.chrome, hop(["Content-Length": "5, 6", "Transfer-Encoding": "chunked"]), try body()) == [])
  }

  @Test func onlyAndroidTakesLengthsBelowZero() throws {
    #expect(words(.android, hop(["Content-Length": "-5"]), try body()) == ["framing"])
    #expect(words(.android, hop(["Content-Length": "-1"]), try body()) == [])
    #expect(words(.android, hop(["Content-Length": "-5", "Transfer-Encoding": "chunked"]), try body()) == [])
    #expect(words(.chrome, hop(["Content-Length": "-5"]), try body()) == [])
  }

  @Test func codingsOfTheWay() throws {
    let packed = hop(["Transfer-Encoding": "gzip, chunked"])
    #expect(words(.chrome, packed, try body()) == ["framing"])
    #expect(words(.android, packed, try body()) == ["framing"])
    #expect(words(.ios, packed, try body()) == ["perhaps framing"])
    #expect(words(.android, hop(["Transfer-Encoding": "identity, chunked"]), try body()) == ["framing"])
    #expect(words(.chrome, hop(["Transfer-Encoding": "identity, chunked"]), try body()) == [])
    var old = hop(["Transfer-Encoding": "chunked"])
    old.protocolVersion = "HTTP/1.0"
    #expect(words(.chrome, old, try body()) == ["framing"])
    #expect(words(.android, old, try body()) == [])
  }

  @Test func interimAnswersEndAndroidsWay() throws {
    #expect(words(.android, hop(interim: [103]), try body()) == ["interimAnswer"])
    #expect(words(.android, hop(interim: [100]), try body()) == [])
    #expect(words(.chrome, hop(interim: [103]), try body()) == [])
  }

  @Test func packedBodies() throws {
    let br = hop(["Content-Encoding": "br"])
    #expect(words(.android, br, try body(nil, .raw)) == ["coding"])
    #expect(words(.chrome, br, try body()) == [])
    #expect(words(.chrome, br, try body(nil, .unavailable)) == ["perhaps coding"])
    // Android accepts bytes that are declared packed and are not.
    #expect(words(.android, br, try body(.picture(.jpeg), .damaged)) == [])
    #expect(words(.chrome, br, try body(.picture(.jpeg), .damaged)) == ["coding"])
    let wrong = hop(["Content-Encoding": "gzip"])
    #expect(words(.chrome, wrong, try body(.picture(.jpeg), .damaged)) == ["coding"])
    #expect(words(.ios, wrong, try body(.picture(.jpeg), .damaged)) == ["perhaps coding"])
  }

  @Test(arguments: [(LoadingClient.android, 5.0), (.ios, 30), (.chrome, 90)])
  func eachWaitsForItsOwnTime(_ client: LoadingClient, _ limit: Double) throws {
    for (seconds, expected) in [(limit, []), (limit + 0.1, ["time"])] as [(Double, [String])] {
      var hop = hop()
      hop.times.total = seconds
      #expect(words(client, hop, try body()) == expected)
    }
  }

  @Test func whatTheMachineDidNotSeeIsNoObstacle() {
    let failed = Exchange(.chrome, hops: [], end: .failed(.environment(detail: "no such host")))
    #expect(failed.obstacles(site: nil) == [])
    let refused = Exchange(.chrome, hops: [], end: .failed(.tooManyRedirects))
    #expect(refused.obstacles(site: nil).map(\.kind) == [.load(.tooManyRedirects)])
  }
}
