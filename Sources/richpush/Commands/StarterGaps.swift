import Essentials
import Findings

/// What is still to be filled in, in the files that somebody starts from: whoever runs them as they are gets errors.
struct StarterGaps {
  /// Where the files are.
  private let folder: String
  /// As they are there, with the words of examples wherever nobody has given others.
  private let files: [ScaffoldFile]

  /// - Parameter names: of the files, which have just been written or were there before. What cannot be read is passed over, and so is
  ///   another program's pipeline.yml.
  init(folder: String, names: [String]) {
    self.folder = folder
    files = names.compactMap { name in
      let path = URL(filePath: folder).appending(path: name).path(percentEncoded: false)
      let isForeign = name == ConfigurationFile.defaultPath && ConfigurationFile.isForeign(path)
      guard !isForeign, let bytes = try? Data(contentsOf: URL(filePath: path)) else { return nil }
      return ScaffoldFile(name: name, text: String(decoding: bytes, as: UTF8.self))
    }
  }

  /// The lines by file and number, and what to do then.
  var text: String {
    let places = files.flatMap(places)
    let next = "put pictures beside campaign.yml, then `richpush plan` and `richpush run`"
    guard !places.isEmpty else { return "next: " + next }
    let width = places.map(\.place.count).max() ?? 0
    let lines = places.map { place, line in
      "  " + place + String(repeating: " ", count: width - place.count) + "  " + line
    }
    return (["to be filled in with your own:"] + lines + ["next: fill these in, \(next)"]).joined(separator: "\n")
  }

  private func places(in file: ScaffoldFile) -> [(place: String, line: String)] {
    let path = URL(filePath: folder).appending(path: file.name).relativePath
    var destinations = 0
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    return zip(1..., lines).filter { _, line in
      if line.hasPrefix("  - to: ") { destinations += 1 }
      // A run publishes to the first; those after it wait until they are asked for.
      return isGap(line.trimmed, in: file.text) && !(destinations > 1 && line.hasPrefix("    "))
    }.map { ("\(path):\($0)", $1.trimmed) }
  }

  /// Whether a line that is no remark has an example's word as its value, or names a picture that is not there.
  private func isGap(_ line: String, in text: String) -> Bool {
    guard !line.hasPrefix("#") else { return false }
    // A region is somebody's own once the bucket is.
    if line == Self.region { return text.contains("push-assets") }
    if Self.examples.contains(where: line.contains) { return true }
    guard let picture = line.split(separator: "media: ", maxSplits: 1).last, line.hasPrefix("media: ") else {
      return false
    }
    let path = URL(filePath: folder).appending(path: String(picture)).path(percentEncoded: false)
    return !FileManager.default.fileExists(atPath: path)
  }

  /// Names that stand for those of the author.
  private static let examples = ["example.com", "YOUR_", "push-assets", "pushassets"]
  private static let region = "region: eu-west-1"
}
