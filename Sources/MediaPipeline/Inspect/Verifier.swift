import Libraries
package import MediaFacts
package import PushDelivery

/// Decodes all of a file, since damage cannot be seen otherwise, and keeps nothing. Runs in a worker process.
package struct Verifier: Sendable {
  package init() {}

  /// Decodes all but the animations, drawings, GIF and BMP, which `Inspector` has decoded.
  ///
  /// - Parameter withSound: whether a video's sound counts too.
  /// - Returns: a decoder's complaint without giving up, as `run` would report it; nil if it has none.
  /// - Throws: `MediaError` if it gives up.
  package func verify(_ path: String, inspection: Inspection, withSound: Bool) async throws(MediaError) -> String? {
    switch inspection {
    case .still(let picture): try verify(path, picture: picture)
    case .animation: nil
    case .video(let video): try await verify(path, video: video, withSound: withSound)
    }
  }

  private func verify(_ path: String, picture: Picture) throws(MediaError) -> String? {
    let decoding = CarefulDecoding(path: path, picture: picture)
    guard let loader = Loader(picture.format) else { return try decoding.silentDamage() }
    do {
      return try decoding { tolerance in
        try Self.decode(path, picture, loader, tolerating: tolerance)
      }
      .damage
    } catch let error as VipsError {
      throw MediaError(error, format: picture.format, path: path)
    } catch let error as MediaError {
      throw error
    } catch { throw MediaError(unexpected: error) }
  }

  /// Decodes a JPEG at an eighth of its size: all of its compressed data is still read, and damage shows there.
  private static func decode(
    _ path: String, _ picture: Picture, _ loader: Loader, tolerating tolerance: DamageTolerance
  ) throws {
    let shrink = PictureDecoder.largestShrink(of: picture.size)
    let image = try Image.load(path: path, as: loader, tolerating: tolerance, shrink: shrink)
    try PictureDecoder.checkSamples(of: image, picture)
    try image.decodeWholly()
  }

  private func verify(_ path: String, video: Video, withSound: Bool) async throws(MediaError) -> String? {
    try DecoderAllowList.check(video, withSound: withSound)
    let input = FFmpegInput(path: path, format: video.format)
      .arguments(MovieCommand.restrictions + video.decoderOptions)
    let sound = withSound ? video.audio.map { ["-map", "0:\($0.streamIndex)"] } ?? [] : []
    let streams = ["-map", "0:\(video.streamIndex)"] + sound + MovieRun.discarding
    let run = MovieRun(format: video.format, seconds: video.duration)
    let outcome = try await run(["-threads", "2"] + input + streams) { _ in }
    let count = min(video.duration * video.frameRate, 1e9)
    return try outcome.damage(of: video, frameCount: Int(count), seconds: video.duration)
  }
}
