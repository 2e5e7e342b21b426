package import Findings
package import MediaFacts

extension [StillPlan] {
  /// The diagnostics about a picture's words: kept whole by bars, cut off by clients, or too small to be read. `platforms`: those that show
  /// it. `isChosen`: whether you chose what a cut keeps: words that it loses are only noted.
  package func wordFindings(
    _ picture: Picture, on platforms: Set<Platform>, isChosen: Bool, about subject: Diagnostic.Subject
  ) -> [Diagnostic] {
    let shown = map(\.specification).flatMap { specification in
      (specification.platforms ?? Platform.allCases).filter { platforms.contains($0) }.map { (specification, $0) }
    }
    let losses = shown.map { specification, platform in
      (platform, specification.wordsLost(from: picture, in: platform.crop(of: specification.geometry.outputSize)))
    }
    // Collapsed notifications of Android and iOS show a square from the middle.
    let thumbnails = shown.filter { $0.1 != .web }.map { specification, platform in
      let square = CenteredCrop(of: specification.geometry.outputSize, aspect: 1)
      return (platform, specification.wordsLost(from: picture, in: square))
    }
    let cuts = Diagnostic.cuts(losses, severity: isChosen ? .note : .warning, subject)
    return Diagnostic.standIn(picture, subject)
      + Diagnostic.padded(shown.filter { $0.0.geometry.continuesEdges == true }, subject)
      + (cuts.isEmpty ? Diagnostic.cuts(thumbnails, of: "the thumbnail on ", severity: .note, subject) : cuts)
      + shown.filter { $0.1 == .android }.flatMap { $0.0.smallPrint(picture, subject) }
  }
}

extension Diagnostic {
  /// Whether its words are only those of a picture that stands in for one that is missing: `No image available`, or its size.
  fileprivate static func standIn(_ picture: Picture, _ subject: Subject) -> [Diagnostic] {
    let words = (picture.readWords ?? []).map { $0.text.lowercased() }.joined(separator: " ")
    // Its own size: others are those of what is for sale.
    let size = "\(picture.size.width)x\(picture.size.height)"
    let isSize = [size, size + "px"].contains(words.filter { $0 != " " }.replacing("×", with: "x"))
    guard isSize || standIns.contains(words.filter { $0.isLetter || $0.isNumber || $0 == " " }) else { return [] }
    return [Diagnostic(.imageStandIn, subject, "its only words are \"\(picture.readWords?.quote ?? "")\"")]
  }

  private static let standIns = Set(WordTable.leftovers["picture"])

  fileprivate static func padded(_ plans: [(StillSpecification, Platform)], _ subject: Subject) -> [Diagnostic] {
    guard let size = plans.first?.0.geometry.outputSize else { return [] }
    let message = "padded to \(size) pixels, so that no client cuts its words off"
    return [Diagnostic(.imagePadded, subject, message, platforms: Set(plans.map(\.1)))]
  }

  /// - Parameter losses: the words that each platform loses.
  fileprivate static func cuts(
    _ losses: [(Platform, LostWords?)], of thing: String = "", severity: Severity, _ subject: Subject
  ) -> [Diagnostic] {
    Dictionary(grouping: losses) { $0.1 }.compactMap { lost, group -> Diagnostic? in
      guard let lost else { return nil }
      let platforms = group.map(\.0).sorted()
      let names = thing + platforms.map(\.displayName).joined(separator: " and ")
      let text = lost.text(isSingular: platforms.count == 1 || !thing.isEmpty)
      // A cut that you chose, and a thumbnail's, stay as they are.
      let own = "if these words matter, give the message a picture of its own: `media: {\(platforms[0].rawValue): …}`"
      return Diagnostic(
        .imageCut, subject, "\(names) \(text)", severity: severity, remedy: severity == .note ? own : nil,
        platforms: Set(platforms))
    }.sorted { $0.message < $1.message }
  }
}

private struct LostWords: Hashable {
  /// The lines as a number, as in `1 of its 2 lines of words`.
  let lines: String
  /// Those of them that were read; empty without any.
  let quote: String
  /// Whether others were not read.
  let isPartlyRead: Bool
  /// The place, and how much of the picture remains.
  let rest: String

  /// A predicate, as in `cut off its words, at the top; 50 % of the picture remains`.
  func text(isSingular: Bool) -> String {
    guard !quote.isEmpty else { return "\(isSingular ? "cuts" : "cut") off \(lines), \(rest)" }
    let more = isPartlyRead ? " and other words" : ""
    return "\(isSingular ? "does" : "do") not show \"\(quote)\"\(more), \(rest)"
  }
}

extension StillSpecification {
  /// The words of a picture that are cut off by our crop and then a client's; nil if none is. `frame`: the part of the rendition that the
  /// client shows; nil for all of it.
  fileprivate func wordsLost(from picture: Picture, in frame: CenteredCrop?) -> LostWords? {
    guard let first = picture.words.first else { return nil }
    let area = shownArea(in: frame, keeping: picture.words.reduce(first) { $0.union($1) })
    let lost = picture.words.filter { !area.sides(beyondWhich: [$0]).isEmpty }
    guard !lost.isEmpty else { return nil }
    let read = (picture.readWords ?? []).filter { !area.sides(beyondWhich: [$0.area]).isEmpty }
    let count = picture.words.lineCount
    let share = CenteredCrop.percent(area.share)
    return LostWords(
      lines: lost.count == picture.words.count ? "its words" : "\(lost.lineCount) of its \(count) lines of words",
      quote: read.quote, isPartlyRead: lost.contains { line in !read.contains { $0.area.touches(line) } },
      rest: "at the \(area.sides(beyondWhich: lost).joined(separator: " and ")); \(share) of the picture remains")
  }

  /// The part of the source's picture that a client shows. `words`: where the pixels decide what a crop keeps, the one that keeps most of this is assumed.
  private func shownArea(in frame: CenteredCrop?, keeping words: PictureArea) -> PictureArea {
    let middle: (x: Double, y: Double) =
      switch geometry.crop?.anchor {
      case .attention, .entropy: ((words.left + words.right) / 2, (words.top + words.bottom) / 2)
      case .focalPoint(let point): (point.x, point.y)
      case .centre, nil: (0.5, 0.5)
      }
    return shownArea(around: middle, in: frame)
  }

  fileprivate func smallPrint(_ picture: Picture, _ subject: Diagnostic.Subject) -> [Diagnostic] {
    guard let shown = Platform.android.crop(of: geometry.outputSize) else { return [] }
    // The shown part has this width, in dp.
    let scale = Double(ClientLimit.androidVisibleWidth.value) / 4 / shown.width
    func height(_ area: PictureArea) -> Double { (area.bottom - area.top) * Double(geometry.scaled.height) * scale }
    let small = (picture.smallPrint ?? []).filter { height($0) < Self.smallestWords }
    guard let highest = small.map(height).max() else { return [] }
    let lines = small.lineCount == 1 ? "a line of its words is" : "\(small.lineCount) lines of its words are"
    let message = "\(lines) at most \(Int(highest.rounded(.up))) dp high on Android, too small to be read"
    return [Diagnostic(.imageSmallPrint, subject, message, platforms: [.android])]
  }

  /// In dp; about the height of capital letters in the smallest text of apps.
  private static var smallestWords: Double { 6 }
}

extension [PictureArea] {
  /// How many lines they are: areas next to each other are one.
  fileprivate var lineCount: Int {
    var lines: [PictureArea] = []
    for area in sorted(by: { $0.top < $1.top }) {
      if let last = lines.last, Swift.min(last.bottom, area.bottom) - area.top > (area.bottom - area.top) / 2 {
        continue
      }
      lines.append(area)
    }
    return lines.count
  }
}

extension [ReadWord] {
  /// The words as one text, which fits on a line.
  fileprivate var quote: String {
    var text = ""
    for word in map(\.text.printable) {
      let isJoined = text.last.map { $0.isWrittenWithoutSpaces } == true && word.first?.isWrittenWithoutSpaces == true
      let next = text.isEmpty || isJoined ? text + word : text + " " + word
      guard next.count <= 60 else { return text + "…" }
      text = next
    }
    return text
  }
}

extension Character {
  /// Whether it is Chinese or Japanese.
  fileprivate var isWrittenWithoutSpaces: Bool {
    unicodeScalars.first.map { (0x2E80...0x9FFF).contains($0.value) || (0xFF00...0xFFEF).contains($0.value) } == true
  }
}

extension PictureArea {
  fileprivate func touches(_ other: PictureArea) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }

  /// Its sides beyond which others reach, by more than a hair.
  fileprivate func sides(beyondWhich others: [PictureArea]) -> [String] {
    let hair = 0.005
    let sides: [(String, (PictureArea) -> Bool)] = [
      ("top", { $0.top < top - hair }), ("bottom", { $0.bottom > bottom + hair }),
      ("left", { $0.left < left - hair }), ("right", { $0.right > right + hair }),
    ]
    return sides.filter { others.contains(where: $0.1) }.map(\.0)
  }
}
