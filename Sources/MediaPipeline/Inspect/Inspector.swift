import Findings
import Libraries
package import MediaFacts
package import PushDelivery

/// Identifies a file. Runs in a worker process: it calls decoders.
package struct Inspector: Sendable {
  let limits: SourceLimits

  package init(limits: SourceLimits) { self.limits = limits }

  /// The facts about the file at `path`. Limits are checked on what its headers claim, before any decoder sees it.
  package func inspect(_ path: String) async throws(MediaError) -> Inspection {
    let bytes = try SourceReader.bytes(of: path, limit: limits.maximumBytes)
    switch try MediaFormat(sniffing: bytes) {
    case .picture(let format): return try await inspect(path, bytes: bytes, format: format)
    case .video(let format): return try await MotionInspector(path: path, limits: limits).inspect(format)
    }
  }

  private func inspect(_ path: String, bytes: [UInt8], format: PictureFormat) async throws(MediaError) -> Inspection {
    let header = try PictureHeader(bytes, format: format)
    let facts = header.facts
    let size = if let known = facts.size { known } else { try measure(path, format: format) }
    let picture = try header.picture(of: size, limits: limits)
    if let animation = facts.animation {
      return try await MotionInspector(path: path, limits: limits)
        .inspect(bytes: bytes, picture: picture, animation: animation, facts: facts)
    }
    try await CodedDamage.check(bytes, format: format)
    let source = try await PixelSource.open(path, bytes: bytes, picture)
    var still = try lookedAt(picture, source, path: path, byteCount: bytes.count, facts: facts)
    let small = examined(&still, bytes) ?? source
    await findWords(of: &still, small, source)
    return .still(still)
  }

  /// Adds the facts from the pixels.
  private func lookedAt(
    _ known: Picture, _ source: PixelSource, path: String, byteCount: Int, facts: HeaderFacts
  ) throws(MediaError) -> Picture {
    var picture = known
    guard facts.hasAlpha || !facts.isLossy else {
      // As small as a file of a single colour: for that a JPEG needs 14 bits for 64 pixels, with the usual codes and full chroma. Other
      // faults are reported when it is rendered.
      let mayBeBlank = byteCount < 4096 + known.storedSize.count / 32
      if mayBeBlank { picture.isOneColour = isBlank(source, path: path, format: known.format) }
      return picture
    }
    let damage = try CarefulDecoding(path: path, picture: picture).silentDamage()
    let pixels = try pixelFacts(
      of: source, path: path, format: picture.format, hasAlpha: facts.hasAlpha,
      tolerating: damage == nil ? .warnings : .everything)
    guard !pixels.isInvisible else { throw .nothingVisible(of: picture) }
    picture.isOneColour = pixels.isBlank && picture.coveredFrameCount == nil
    if case .drawing(let document) = source {
      picture.differences += Self.fontDifferences(of: document)
      picture.lacksNamespace = document.lacksNamespace ? true : nil
    }
    picture.alpha = pixels.alpha
    picture.vanishesOn = pixels.vanishesOn
    if !facts.isLossy { picture.content = pixels.content }
    return picture
  }

  private func isBlank(_ source: PixelSource, path: String, format: PictureFormat) -> Bool {
    VipsLibrary.decodingAlone {
      // A damaged file's lost part is of one colour too.
      let pixels = try? pixelFacts(of: source, path: path, format: format, hasAlpha: false, tolerating: .nothing)
      return pixels?.isBlank ?? false
    }
  }

  /// The pixels of a large JPEG's `WordFinder`, which come with the search for damage; nil if they are to be decoded.
  private func examined(_ picture: inout Picture, _ bytes: [UInt8]) -> PixelSource? {
    let shrink = PictureDecoder.shrink(from: picture.size, to: WordFinder.size(of: picture.size))
    guard picture.format == .jpeg, shrink >= 4 else { return nil }
    let seen = JPEGLoss(ByteView(bytes), pictureDividedBy: shrink)
    picture.isWhole = seen.loss == nil ? true : nil
    return seen.picture.map { .samples($0.samples, $0.size, bandCount: $0.bandCount) }
  }

  /// Finds the words of a picture that clients crop, and small words in any; none if it is damaged, which other checks report.
  ///
  /// - Parameter small: enough pixels for a first look.
  private func findWords(of picture: inout Picture, _ small: PixelSource, _ source: PixelSource) async {
    let known = picture
    guard min(known.size.width, known.size.height) >= 100 else { return }
    let found = VipsLibrary.decodingAlone { () -> (words: [PictureArea], large: WordFinder?) in
      // Small print comes with larger words. Photographs have neither.
      guard let words = try? Self.finder(known, small, across: WordFinder.shownWidth).lines, !words.isEmpty else {
        return ([], nil)
      }
      return (words, try? Self.finder(known, source, across: 2 * WordFinder.shownWidth))
    }
    let small = found.large?.smallLines ?? []
    picture.smallPrint = small.isEmpty ? nil : small
    // Android and browsers show 2:1. By a hair does not count: 1200 x 628 loses 4 %.
    guard abs(Double(known.size.width) / Double(max(1, known.size.height)) - 2) > 0.02 else { return }
    picture.words = found.words
    if let large = found.large { picture.readWords = await WordReader.words(in: large.samples, width: large.width) }
  }

  /// - Parameter width: the pixels across the part that phones show.
  private static func finder(_ picture: Picture, _ source: PixelSource, across width: Int) throws -> WordFinder {
    let size = WordFinder.size(of: picture.size, across: width)
    let stored = picture.orientation >= 5 ? size.transposed : size
    let image = try source.image(
      tolerating: .everything, drawnAt: size, shrink: PictureDecoder.shrink(from: picture.size, to: size))
    var flat = try image.scaled(toWidth: stored.width, height: stored.height).convertedToSRGB().castTo8Bit()
    // libvips takes the last channel for alpha, whatever it is.
    if flat.hasAlpha { flat = try flat.flattened(onto: RGBColor.white.channels) }
    let gray = try flat.convertedToGray().castTo8Bit().inMemory().upright(from: picture.orientation)
    return WordFinder(try gray.bands(from: 0, count: 1).samples(), width: size.width)
  }

  /// How this machine's fonts change a drawing's text.
  private static func fontDifferences(of document: DrawingDocument) -> [String] {
    let contents = DrawingContents(document.view)
    guard !contents.text.trimmed.isEmpty else { return [] }
    let families = contents.families.sorted().compactMap { family in
      DrawingFonts.substitute(for: family).map {
        "text in the font \(family), which is not installed and is drawn in \($0)"
      }
    }
    let missing = DrawingFonts.missing(from: contents.text, atMost: 3).map { "\($0) (\($0.codePoint))" }
    return families.prefix(3)
      + (missing.isEmpty ? [] : ["characters that no font here has, such as \(missing.joined(separator: ", "))"])
  }

  /// The size of a picture whose header our own parser does not understand.
  private func measure(_ path: String, format: PictureFormat) throws(MediaError) -> PixelSize {
    do throws(VipsError) {
      guard let loader = Loader(format) else { throw VipsError(operation: "load", detail: "no size in its header") }
      let image = try Image.load(path: path, as: loader, tolerating: .warnings)
      return PixelSize(width: image.width, height: image.height)
    } catch { throw MediaError(error, format: format, path: path) }
  }

  private func pixelFacts(
    of source: PixelSource, path: String, format: PictureFormat, hasAlpha: Bool,
    tolerating tolerance: DamageTolerance
  ) throws(MediaError) -> PixelFacts {
    do throws(VipsError) {
      let image = try source.image(tolerating: tolerance)
      return try PixelFacts(of: image.convertedToSRGB().castTo8Bit(), hasAlpha: hasAlpha)
    } catch { throw MediaError(error, format: format, path: path) }
  }
}

extension MediaError {
  /// The error for an invisible picture. A sequence's cover may be its first frame, from which the others appear.
  package static func nothingVisible(of picture: Picture) -> MediaError {
    guard picture.coveredFrameCount != nil else { return .invisible }
    return .unsupported(
      format: "\(picture.format.nameOfMotion) whose cover is wholly transparent", hint: UnsupportedFormat.sequenceHint)
  }
}
