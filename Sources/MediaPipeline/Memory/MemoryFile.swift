package import MediaFacts
import PushDelivery

/// The file of what is remembered: the digest of everything behind it, what it is and of which settings, the versions of what made
/// things, the shapes, and an entry for each source. Whatever is not all of that as it was written is no memory.
package struct MemoryFile: Sendable {
  /// Of what makes something of sources, by `RenderingNeeds`; the last is all that there is.
  let versions: [ContentDigest?]
  var entries: [Recollection]

  /// What such files begin with, behind their digest. Another form of them has another number.
  private static let beginning = Array("richpush memory 1\n".utf8)

  /// The largest that is read, in bytes: a million files.
  static let largestFile = 1 << 29

  init(versions: [ContentDigest?], entries: [Recollection]) { (self.versions, self.entries) = (versions, entries) }

  /// - Parameters:
  ///   - key: of which settings it must be.
  ///   - table: where shapes are shared with others.
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

  /// - Returns: nil where a shape has no form in which it can be written.
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
