public import Findings

/// The text of a file of send requests, read: one request or bare message, an array of them, or JSON Lines.
public struct RequestFile: Sendable {
  /// What is not JSON in it.
  package let errors: [JSONError]
  /// Its messages in the order of the text.
  package let documents: [RequestDocument]
  /// Values that are no request.
  let strangers: [JSONNode]
  /// How many requests the array holds, where the text is one.
  let arrayCount: Int?
  private let lines: TextLines
  /// What it is where it is not JSON of requests.
  var form: RequestText?

  /// Reads any bytes.
  ///
  /// - Parameter isLines: whether each line is a value of its own (`.jsonl`, `.ndjson`), so that the lines after a
  ///   damaged one can be read.
  public init(_ bytes: [UInt8], isLines: Bool = false) {
    var reader = JSONReader(bytes)
    let values = reader.values(isLines: isLines)
    self.init(values, errors: reader.errors, lines: TextLines(bytes))
  }

  /// - Parameters:
  ///   - values: those of a text.
  ///   - errors: what is not JSON in it.
  init(_ values: [JSONNode], errors: [JSONError], lines: TextLines) {
    self.errors = errors
    self.lines = lines
    arrayCount = values.count == 1 ? values[0].elements?.count : nil
    let candidates = values.count == 1 && arrayCount != nil ? values[0].elements ?? [] : values
    var documents: [RequestDocument] = []
    var strangers = values.isEmpty || candidates.isEmpty ? values : []
    for (index, candidate) in candidates.enumerated() {
      let position = arrayCount == nil ? nil : index
      if let document = RequestDocument(candidate, index: position, lines: lines) {
        documents.append(document)
      } else {
        strangers.append(candidate)
      }
    }
    self.documents = documents
    self.strangers = strangers
  }

  /// Whether nothing at all stands in it.
  var isEmpty: Bool { documents.isEmpty && strangers.isEmpty && errors.isEmpty }

  func place(_ offset: Int) -> TextPlace { lines.place(at: offset) }
}

extension RequestFile {
  /// Everything that is wrong with the requests, in the order of the text.
  ///
  /// - Parameters:
  ///   - platforms: the clients that matter.
  ///   - now: the moment of the check, in seconds since 1970.
  ///   - isTrial: whether pictures may lie on this machine or in a private network.
  ///   - rules: those that are looked at.
  public func diagnostics(
    about subject: Diagnostic.Subject, platforms: Set<Platform> = Set(Platform.allCases), now: Int,
    isTrial: Bool = false, rules: RuleCatalog = .standard
  ) -> [Diagnostic] {
    let found =
      rules.requestFiles.diagnostics(about: subject, in: self)
      + documents.flatMap { document in
        var document = document
        document.now = now
        return rules.requests.diagnostics(about: subject, in: document)
          + document.diagnostics(of: rules.urls, about: subject, now: now, isTrial: isTrial)
      }
    let clients = platforms.intersection(form?.platforms ?? platforms)
    let relevant = found.filter { !clients.isDisjoint(with: $0.platforms ?? Platform.allCases) }.map(form.place)
    // Stable, so that findings of one place stay in the order of their rules.
    return relevant.enumerated().sorted {
      ($0.element.subject.position, $0.offset) < ($1.element.subject.position, $1.offset)
    }.map(\.element)
  }

  /// The addresses that the requests name, each once, with the clients that load it and for how long they may do so.
  public var assets: [NamedAsset] {
    var assets: [NamedAsset] = []
    var indices: [String: Int] = [:]
    for document in documents {
      for image in document.images where !image.url.isEmpty {
        if let index = indices[image.url] {
          assets[index].platforms.formUnion(image.platforms)
          assets[index].lifetime = max(assets[index].lifetime, document.lifetime)
        } else {
          indices[image.url] = assets.count
          assets.append(NamedAsset(url: image.url, platforms: image.platforms, lifetime: document.lifetime))
        }
      }
    }
    return assets
  }
}

/// An address that a request names.
public struct NamedAsset: Hashable, Sendable {
  public var url: String
  /// The clients that load it.
  public var platforms: Set<Platform>
  /// For how many seconds after sending a device may load it.
  public var lifetime: Int

  public init(url: String, platforms: Set<Platform>, lifetime: Int) {
    self.url = url
    self.platforms = platforms
    self.lifetime = lifetime
  }
}

extension RequestDocument {
  /// For how many seconds after sending a device may get the message: four weeks where one platform does not say.
  var lifetime: Int {
    let android = text("android", "ttl") ?? text("android_v2", "ttl")
    let seconds = android.flatMap(TimeToLive.init(rawValue:))?.seconds
    let isForAndroidAlone = Set(images.flatMap(\.platforms)) == [.android]
    return isForAndroidAlone ? seconds ?? TimeToLive.maximumSeconds : TimeToLive.maximumSeconds
  }

  /// What the rules about URLs say of those that the request names.
  func diagnostics(
    of rules: [Rule<URLCandidate>], about subject: Diagnostic.Subject, now: Int, isTrial: Bool
  ) -> [Diagnostic] {
    let lifetime = lifetime
    return images.flatMap { image -> [Diagnostic] in
      let candidate = URLCandidate(
        image.url, platforms: image.platforms, lifetime: lifetime, now: now, isTrial: isTrial)
      return rules.flatMap { rule in
        rule.find(candidate).compactMap { finding in
          var finding = finding
          let concerned = (finding.platforms ?? rule.description.platforms).intersection(image.platforms)
          finding.platforms = concerned
          finding.place = place(of: image.path)
          return concerned.isEmpty ? nil : finding.diagnostic(of: rule.description, about: subject)
        }
      }
    }
  }
}

extension RequestText? {
  /// The same by the way that leads there in the text.
  fileprivate func place(_ diagnostic: Diagnostic) -> Diagnostic {
    guard self == .applePayload || self == .webPayload else { return diagnostic }
    var diagnostic = diagnostic
    diagnostic.subject.keyPath = diagnostic.subject.keyPath.flatMap(RequestPayload.keyPath)
    return diagnostic
  }
}

extension Diagnostic.Subject {
  fileprivate var position: Position { Position(line: line ?? 0, column: column ?? 0) }

  fileprivate struct Position: Comparable {
    let line: Int
    let column: Int

    static func < (left: Self, right: Self) -> Bool { (left.line, left.column) < (right.line, right.column) }
  }
}
