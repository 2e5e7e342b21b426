/// The requests of a file with each client's verdict, in the order of the file.
///
/// Requests on consecutive lines with equal verdicts are kept as one run, so that a million of them take no more memory than ten. Its JSON
/// form is that of an array.
public struct CheckedRequests: Hashable, Sendable {
  /// Requests on consecutive lines, each beginning on its own, with the same verdicts.
  public struct Run: Hashable, Sendable {
    public fileprivate(set) var first: CheckedRequest
    /// At least one.
    public fileprivate(set) var count: Int

    fileprivate func goesOn(with request: CheckedRequest) -> Bool {
      request.keyPath == nil && first.keyPath == nil && request.line == first.line + count
        && request.verdicts == first.verdicts
    }

    /// Its first requests.
    ///
    /// - Parameter limit: the most to return.
    public func first(_ limit: Int) -> [CheckedRequest] { (0..<Swift.min(limit, count)).map(request) }

    /// - Parameter offset: less than `count`.
    fileprivate func request(at offset: Int) -> CheckedRequest {
      var request = first
      request.line += offset
      return request
    }
  }

  public private(set) var runs: [Run] = []

  public init(_ requests: some Sequence<CheckedRequest> = []) {
    for request in requests { append(request) }
  }

  public mutating func append(_ request: CheckedRequest) {
    if let last = runs.indices.last, runs[last].goesOn(with: request) {
      runs[last].count += 1
    } else {
      runs.append(Run(first: request, count: 1))
    }
  }

  /// Adds requests from further down in the same file.
  public mutating func append(_ others: CheckedRequests) {
    for run in others.runs {
      if let last = runs.indices.last, runs[last].goesOn(with: run.first) {
        runs[last].count += run.count
      } else {
        runs.append(run)
      }
    }
  }
}

extension CheckedRequests: Sequence {
  public func makeIterator() -> some IteratorProtocol<CheckedRequest> {
    runs.lazy.flatMap { run in (0..<run.count).lazy.map { run.request(at: $0) } }.makeIterator()
  }

  /// The number of requests.
  public var count: Int { runs.reduce(0) { $0 + $1.count } }
}

extension CheckedRequests: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: CheckedRequest...) { self.init(elements) }
}

extension CheckedRequests: Codable {
  public init(from decoder: any Decoder) throws { self.init(try [CheckedRequest](from: decoder)) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for request in self { try container.encode(request) }
  }
}
