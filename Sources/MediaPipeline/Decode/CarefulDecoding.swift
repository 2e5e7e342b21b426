import Libraries
import MediaFacts
import PushDelivery

/// Decodes a still as strictly as its damage allows: visible damage is refused, slight damage is decoded and reported.
struct CarefulDecoding {
  /// The file to decode; nil for a frame of an animation or video, which is judged elsewhere.
  let path: String?
  let picture: Picture

  /// Decodes strictly, and tolerantly again if the damage is not visible.
  /// - Parameter decode: decodes the picture, with the given tolerance.
  /// - Returns: the result, and a description of any damage.
  /// - Throws: `MediaError.damaged` if a visible part is lost; what `decode` throws.
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

  /// Damage that the compressed data shows, even if the decoder does not report it.
  /// - Throws: `MediaError.damaged` if a visible part is lost.
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
