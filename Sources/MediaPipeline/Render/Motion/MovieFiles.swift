import Foundation
import MediaFacts
import PushDelivery

/// The files that are made on the way to a movie, all beside it.
struct MovieFiles: Sendable {
  let output: String

  /// What an encode writes.
  var encode: String { output + ".mp4" }
  /// Frames of an animation without loss.
  var frames: String { output + ".frames.mp4" }
  /// x264's statistics, without its endings.
  var statistics: String { output + ".pass" }

  /// Removes all but the movie itself.
  func removeAll() {
    let endings = ["", ".mbtree", ".temp", ".mbtree.temp"].map { statistics + "-0.log" + $0 }
    for path in [encode, frames] + endings { DurableFile.remove(path) }
  }

  /// Makes the encode the movie, without what nobody may read in it.
  ///
  /// - Returns: how long it plays, in seconds.
  /// - Throws: `MediaProblem`.
  func publish(limit: Int) throws(MediaProblem) -> Double {
    let bytes: [UInt8]
    do throws(FileSystemError) {
      bytes = MovieHeader.scrubbing(try FileReading.bytes(of: encode, limit: limit))
    } catch {
      throw .machine(detail: "the movie that was made cannot be read: " + error.reason)
    }
    try OutputFile.write(bytes, to: output)
    return MovieHeader.duration(of: bytes) ?? 0
  }

  /// The bytes of a file; 0 when it is not there.
  static func byteCount(of path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? Int) ?? 0
  }
}
