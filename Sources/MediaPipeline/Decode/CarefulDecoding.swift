import MediaFacts
import PushDelivery
import Vips

/// Decodes a still as strictly as its damage allows: what is visibly damaged is refused, what is hardly damaged is decoded all the
/// same and told of.
struct CarefulDecoding {
  /// The file that it is decoded from; nil for a frame of something that moves, which is judged elsewhere.
  let path: String?
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
      return (try tolerantly(.warnings, decode), error.detail)
    }
  }

  /// Damage that the compressed data itself shows, whether the decoder says a word of it or not.
  ///
  /// - Throws: `MediaError.damaged` where a visible part is lost.
  func silentDamage() throws(MediaError) -> String? {
    guard let loss = try loss() else { return nil }
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

  private func loss() throws(MediaError) -> PictureLoss? {
    guard let path else { return nil }
    return PictureLoss(of: try SourceReader.bytes(of: path, limit: .max), format: picture.format)
  }
}
