import MediaFacts
import PushDelivery
import Vips

/// Decodes a still as strictly as its damage allows: what is visibly damaged is refused, what is hardly damaged is decoded all the
/// same and told of.
struct CarefulDecoding {
  let source: PixelSource
  let picture: Picture

  /// Decodes strictly, and once more tolerantly where the file is damaged and nobody would see it.
  ///
  /// - Parameter decode: decodes the picture, tolerating what it is told to.
  /// - Returns: with what is to be said about the damage; nil when nothing.
  /// - Throws: `MediaError.damaged` where a visible part is lost; what `decode` throws.
  func callAsFunction<Result>(
    _ decode: (DamageTolerance) throws -> Result
  ) throws -> (result: Result, damage: String?) {
    if let damage = try silentDamage() { return (try tolerantly(.everything, decode), damage) }
    do {
      return (try VipsLibrary.refusingLateErrors { try decode(.nothing) }, nil)
    } catch let error as VipsError where !error.isOutOfMemory {
      guard picture.format == .jpeg, let loss = try loss() else {
        return (try tolerantly(.warnings, decode), error.detail)
      }
      let words = try words(for: loss)
      return (try tolerantly(.everything, decode), words)
    }
  }

  /// Damage that the decoder passes over without a word: that of PNG.
  ///
  /// - Throws: `MediaError.damaged` where a visible part is lost.
  func silentDamage() throws(MediaError) -> String? {
    guard picture.format == .png, let loss = try loss() else { return nil }
    return try words(for: loss)
  }

  private func tolerantly<Result>(
    _ tolerance: DamageTolerance, _ decode: (DamageTolerance) throws -> Result
  ) throws -> Result {
    try VipsLibrary.decodingAlone {
      defer { VipsLibrary.forgetErrors() }
      return try decode(tolerance)
    }
  }

  private func words(for loss: PictureLoss) throws(MediaError) -> String {
    guard !loss.isVisible else { throw .damaged(format: .picture(picture.format), detail: loss.words) }
    return loss.words
  }

  /// Of a file alone: pixels that were decoded before are judged already.
  private func loss() throws(MediaError) -> PictureLoss? {
    guard case .file(let path, _) = source else { return nil }
    return PictureLoss(of: try SourceReader.bytes(of: path, limit: .max), format: picture.format)
  }
}
