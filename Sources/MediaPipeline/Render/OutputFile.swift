import PushDelivery

/// What a worker hands to its parent.
enum OutputFile {
  /// Writes a finished rendition.
  ///
  /// - Throws: `MediaProblem.diskFull` or `.machine`.
  static func write(_ bytes: [UInt8], to path: String) throws(MediaProblem) {
    do {
      try DurableFile.write(bytes, to: path, isDurable: false)
    } catch {
      let detail = "no rendition can be written: " + error.reason
      throw error.isOutOfSpace ? .diskFull(detail: detail) : .machine(detail: detail)
    }
  }
}
