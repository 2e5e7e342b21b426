/// A limit that a client or service of a notification enforces, with its source: a line of texts/limits.txt.
///
/// Configuration may be stricter, never looser.
public enum ClientLimit: Int, Hashable, Sendable, CaseIterable {
  case composerImageBytes, androidImageBytes, appleImageBytes, androidVisibleWidth, androidVisibleHeight,
    appleScreenSide, payloadBytes, topicPayloadBytes, apnsHeadroomBytes, topicNameCharacters, conditionTopics,
    analyticsLabelCharacters, batchMessages, androidPictureBodyCharacters, titleLetters, appleTextLetters,
    appleTextLettersBesidePicture, urlBytes, comfortableImageBytes, androidDownloadSeconds, androidLargestSide,
    androidPixels, webVisibleWidth, webVisibleHeight, recommendedWidth, shownWidth, vendorMinimumWidth,
    recommendedAspect, aspectTolerance, androidRedirects, appleRedirects, webRedirects, webDownloadSeconds,
    appleMovieBytes, comfortableMovieBytes, appleExtensionSeconds, shortestFrameDelay

  /// The limit, in the unit of its name: bytes, pixels, characters or a count.
  public var value: Int { row.value }
  /// Who enforces it, and what happens above it.
  public var reason: String { row.reason }
  /// The document or source file that says so.
  public var source: String { row.source }

  private typealias Row = (value: Int, reason: String, source: String)

  private var row: Row { Self.rows[rawValue] }

  /// In the order of the cases.
  private static let rows = {
    let table = WordTable("texts/limits.txt")
    return allCases.map { limit -> Row in
      let words = table["\(limit)"].first?.split(separator: " · ") ?? []
      guard words.count == 3 else { preconditionFailure("texts/limits.txt has no \(limit)") }
      return (Int(words[0].filter(\.isNumber)) ?? 0, String(words[1]), String(words[2]))
    }
  }()
}
