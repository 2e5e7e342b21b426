import Findings
package import MediaFacts
package import PushDelivery

/// A file that an earlier run rendered, found to be what its name says: only such are published again.
package struct PublishedFile: PublishableRendition {
  package let slug: String
  package let bytes: [UInt8]
  package let digest: ContentDigest
  package let mediaFormat: MediaFormat

  /// The largest rendition that any client takes.
  private static let largestFile = ClientLimit.appleMovieBytes.value

  /// - Parameters:
  ///   - folder: where the file lies.
  ///   - name: as `PublishedAsset.name` gives them.
  /// - Throws: `MediaProblem` when the bytes are not those that the name stands for, or cannot be read.
  package init(_ name: String, in folder: String) throws(MediaProblem) {
    let bytes = try SourceReader.bytes(of: folder + "/" + name, limit: Self.largestFile)
    let digest = ContentDigest(of: bytes)
    let format = try MediaFormat(sniffing: bytes)
    slug = String(name.prefix { $0 != "." })
    // A report may name anything, paths that lead elsewhere among it.
    guard PublishedAsset.isName(name), PublishedAsset.name(slug: slug, digest: digest, format: format) == name else {
      throw .damaged(format: format, detail: "its bytes are not those that its name was made of")
    }
    (self.bytes, self.digest, mediaFormat) = (bytes, digest, format)
  }
}
