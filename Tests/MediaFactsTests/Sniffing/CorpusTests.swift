import Foundation
import MediaFacts
import TestSupport
import Testing

/// Real pictures, where a folder of them is named.
@Suite(.enabled(if: corpusFolder != nil)) struct CorpusTests {
  private static let files: [URL] =
    corpusFolder.map { folder in
      (FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? [])
        .filter { !$0.hasDirectoryPath }
    } ?? []

  @Test(arguments: files) func strippedPicturesHoldNoMetadata(_ file: URL) throws {
    let bytes = [UInt8](try Data(contentsOf: file))
    guard case .picture(let format) = SniffedFormat(firstBytes: bytes) else { return }
    let facts = HeaderFacts(parsing: bytes, format: format)
    #expect(facts.size?.count ?? 0 >= 0)
    guard let stripped = Self.stripped(bytes, format) else { return }
    let remaining = HeaderFacts(parsing: stripped, format: format)
    #expect(remaining.metadata.isEmpty && remaining.trailingByteCount == 0 && remaining.profile == nil)
    #expect(remaining.size == facts.size && remaining.isWidelyDecodable)
    #expect(Self.stripped(stripped, format) == stripped)
  }

  private static func stripped(_ bytes: [UInt8], _ format: PictureFormat) -> [UInt8]? {
    switch format {
    case .jpeg: try? JPEGMetadataStripper().strip(bytes)
    case .png: try? PNGMetadataStripper().strip(bytes)
    default: nil
    }
  }
}
