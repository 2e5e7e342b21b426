package import MediaFacts
import PushDelivery

/// The memory file: the digest of the rest, its format and settings, the versions of the rendering software, the shapes, and an entry for
/// each source. A file that is not exactly as written is ignored.
package struct MemoryFile: Sendable {
  /// The rendering software's versions, by `RenderingNeeds`; the last covers all.
  let versions: [ContentDigest?]
  var entries: [Recollection]

  /// The beginning of such files, after their digest. Each format has its number.
  private static let beginning = Array("richpush memory 1\n".utf8)

  /// The largest that is read, in bytes: a million files.
  static let largestFile = 1 << 29

  init(versions: [ContentDigest?], entries: [Recollection]) { (self.versions, self.entries) = (versions, entries) }

  /// - Parameters:
  ///   - key: the settings that it must belong to.
  ///   - table: the table for shared shapes.
  package init?(_ bytes: [UInt8], under key: ContentDigest, sharing table: ShapeTable) {
    guard var reader = CompactReader(sealed: bytes, beginning: Self.beginning) else { return nil }
    do throws(CompactReader.Damage) {
      guard try reader.digest() == key else { return nil }
      var versions: [ContentDigest?] = []
      for _ in 0..<(try reader.count()) { versions.append(try reader.flag() ? try reader.digest() : nil) }
      var shapes: [OutcomeShape] = []
      for _ in 0..<(try reader.count()) {
        guard let shape = OutcomeShape(json: try reader.text()) else { return nil }
        shapes.append(table.shared(shape))
      }
      var entries: [Recollection] = []
      let count = try reader.count(eachOf: 19)
      entries.reserveCapacity(count)
      for _ in 0..<count { entries.append(try Recollection(&reader, shapes)) }
      (self.versions, self.entries) = (versions, entries)
    } catch {
      return nil
    }
    guard reader.isAtEnd else { return nil }
  }

  /// - Returns: nil if a shape cannot be encoded.
  func bytes(under key: ContentDigest) -> [UInt8]? {
    var writer = CompactWriter(beginning: Self.beginning)
    writer.add(key)
    writer.add(versions.count)
    for version in versions { writer.add(version) { $0.add($1) } }
    var (numbers, shapes): ([ObjectIdentifier: Int], [[UInt8]]) = ([:], [])
    for entry in entries where numbers[ObjectIdentifier(entry.shape)] == nil {
      guard let json = entry.shape.json else { return nil }
      numbers[ObjectIdentifier(entry.shape)] = shapes.count
      shapes.append(json)
    }
    writer.add(shapes.count)
    for shape in shapes { writer.add(shape) }
    writer.add(entries.count)
    for entry in entries { entry.write(to: &writer, shape: numbers[ObjectIdentifier(entry.shape)] ?? 0) }
    return writer.sealed
  }
}
