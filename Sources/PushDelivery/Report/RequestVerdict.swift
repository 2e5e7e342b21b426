public import Findings

/// One request of a file, with each client's verdict.
public struct CheckedRequest: Hashable, Sendable, Codable {
  /// Its first line, counted from 1.
  public var line: Int
  /// Its path in the file, if an array has several: `[3].message`.
  public var keyPath: String?
  public var verdicts: [RequestVerdict]

  public init(line: Int, keyPath: String? = nil, verdicts: [RequestVerdict]) {
    (self.line, self.keyPath, self.verdicts) = (line, keyPath, verdicts)
  }
}

/// What you would see of a request on one kind of client.
public struct RequestVerdict: Hashable, Sendable, Codable {
  public var platform: Platform
  public var sees: Appearance
  /// The rules that keep it from being more, or may; sorted. Empty if the request asks for no more.
  public var because: [RuleIdentifier]
  /// The reasons, a sentence without a full stop for each finding of these rules.
  public var why: [String]
  /// Unknowns that the verdict depends on, a clause for each.
  public var settledBy: [String]

  public init(
    platform: Platform, sees: Appearance, because: [RuleIdentifier] = [], why: [String] = [], settledBy: [String] = []
  ) {
    (self.platform, self.sees, self.because, self.why, self.settledBy) = (platform, sees, because, why, settledBy)
  }

  /// What you see, from the least to the most.
  public enum Appearance: String, Hashable, Sendable, Codable, CaseIterable {
    /// FCM, Apple's servers or the browser refuse it, or there is nothing to show.
    case nothing
    /// The app's own code handles it: the message has only data, or is for a Live Activity.
    case app
    /// The texts without a picture.
    case text
    /// The texts and the picture.
    case picture
  }

  /// The doubts of this request, without those that every request with a picture has.
  public var doubts: [String] { settledBy.filter { $0 != platform.condition && $0 != Self.delivery } }

  /// The doubt about every URL that was not loaded.
  fileprivate static let delivery = "whether the address delivers the picture, which --follow tells"
}

extension CheckedRequest {
  /// - Parameters:
  ///   - judgement: of one request; nil comes from the whole text's.
  ///   - textErrors: why FCM refuses the text around it.
  ///   - assets: the verdicts on the loaded URLs; nil if none was loaded.
  public init?(_ judgement: RequestJudgement, textErrors: [Diagnostic] = [], assets: [String: [Verdict]]? = nil) {
    guard let document = judgement.document else { return nil }
    // Unknown fields have separate rules if they are meant for a picture.
    let isUnknown = document.hasUnknownField
    let refusals =
      textErrors
      + judgement.diagnostics.filter { diagnostic in
        diagnostic.severity == .error
          && (RequestRules.refused.contains(diagnostic.rule)
            || isUnknown && RequestRules.misplacing.contains(diagnostic.rule))
      }
    let place = document.place()
    line = place?.line ?? 1
    keyPath = place?.keyPath.flatMap { $0.hasPrefix("[") ? $0 : nil }
    verdicts = Platform.allCases.filter(judgement.platforms.contains).map { platform in
      guard refusals.isEmpty else { return RequestVerdict(platform, .nothing, refusals) }
      let own = judgement.diagnostics.filter { ($0.platforms ?? Platform.allCases).contains(platform) }
      return RequestVerdict(document, platform, own, assets)
    }
  }
}

extension RequestVerdict {
  fileprivate init(_ platform: Platform, _ sees: Appearance, _ reasons: [Diagnostic] = [], settledBy: [String] = []) {
    self.init(
      platform: platform, sees: sees, because: Set(reasons.map(\.rule)).sorted { $0.rawValue < $1.rawValue },
      why: reasons.map(\.message).distinct, settledBy: settledBy)
  }

  /// - Parameter diagnostics: for this platform.
  fileprivate init(
    _ document: RequestDocument, _ platform: Platform, _ diagnostics: [Diagnostic], _ assets: [String: [Verdict]]?
  ) {
    let silencing = diagnostics.filter { $0.severity == .error && RequestRules.silenced(platform).contains($0.rule) }
    let isActivity = platform == .ios && document.isLiveActivity && !document.hasVisibleAlert
    if !silencing.isEmpty {
      self.init(platform, .nothing, silencing)
    } else if isActivity || !document.isNotification(for: platform) {
      let isDoubtful = !isActivity && document.mayBeNotification(for: platform)
      self.init(platform, .app, settledBy: isDoubtful ? ["whether words to show are put in"] : [])
    } else if let image = document.image(for: platform) {
      self.init(image, platform, diagnostics, image.url.flatMap { assets?[$0.maskingUserInfo] })
      if sees == .picture { settledBy = document.doubts(about: image, platform) + settledBy }
    } else {
      self.init(
        platform, .text, diagnostics.filter { RequestRules.misplacing.contains($0.rule) },
        settledBy: document.mayHaveImage(for: platform) ? ["whether a picture for it is put in"] : [])
    }
  }

  /// For a notification with a picture. `loaded`: the verdicts on its URL; nil if it was not loaded.
  private init(_ image: ImageField, _ platform: Platform, _ diagnostics: [Diagnostic], _ loaded: [Verdict]?) {
    let obstacles = diagnostics.filter { $0.consequence(for: platform) == .textAlone }
    let verdict = loaded?.first { $0.platform == platform }
    guard obstacles.isEmpty, verdict?.shows != .no else {
      self.init(platform, .text, obstacles)
      because = Set(because + (verdict?.because ?? [])).sorted { $0.rawValue < $1.rawValue }
      why += verdict?.why ?? []
      return
    }
    let doubts = diagnostics.compactMap { $0.settlement(on: platform) }
    let address = verdict?.settledBy ?? [Self.delivery]
    self.init(platform, .picture, settledBy: doubts + address + [platform.condition])
  }
}

extension Platform {
  /// The doubt that every request has.
  fileprivate var condition: String {
    switch self {
    case .ios: "whether the app has a notification service extension that calls FCM's helper"
    case .android: "whether the app is in the background: one that is open gets the message itself"
    case .web: "whether the browser shows pictures: Chrome, Edge and Opera do, but not on macOS"
    }
  }
}

extension RequestDocument {
  /// A value that is filled in later decides about its picture.
  fileprivate func doubts(about image: ImageField, _ platform: Platform) -> [String] {
    let isUnset = platform == .ios && isUnknown(Self.mutableContent)
    return (image.url == nil ? ["which address is put in"] : [])
      + (isUnset ? ["whether what is put in sets apns.payload.aps.mutable-content to 1"] : [])
  }
}

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
    public func first(_ limit: Int) -> [CheckedRequest] { (0..<Swift.min(limit, count)).map(request) }

    /// - Parameter offset: less than `count`.
    fileprivate func request(at offset: Int) -> CheckedRequest {
      var request = first
      request.line += offset
      return request
    }
  }

  public private(set) var runs: [Run] = []

  public init(_ requests: some Sequence<CheckedRequest> = []) { for request in requests { append(request) } }

  public mutating func append(_ request: CheckedRequest) { append(Run(first: request, count: 1)) }

  /// Adds requests from further down in the same file.
  public mutating func append(_ others: CheckedRequests) { for run in others.runs { append(run) } }

  private mutating func append(_ run: Run) {
    if let last = runs.indices.last, runs[last].goesOn(with: run.first) {
      runs[last].count += run.count
    } else {
      runs.append(run)
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
