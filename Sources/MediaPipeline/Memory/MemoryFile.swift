import MediaFacts

/// The file of what is remembered: the digest of everything behind it, what it is and of which settings, the versions of what made
/// things, the shapes, and an entry for each source. Whatever is not all of that as it was written is no memory.
struct MemoryFile: Sendable {
  /// Of what makes something of sources, by `RenderingNeeds`; the last is all that there is.
  var versions: [ContentDigest?]
  var shapes: [OutcomeShape] = []
  var entries: [Entry] = []

  /// A source in it.
  struct Entry: Sendable {
    var request: MemoryKey.Request
    /// The number of its shape.
    var shape: Int
    var asset: RememberedAsset
  }

  /// What such files begin with, behind their digest. Another form of them has another number.
  private static let beginning = Array("richpush memory 1\n".utf8)

  /// The largest that is read, in bytes: a million files.
  static let largestFile = 1 << 29

  init(versions: [ContentDigest?]) { self.versions = versions }

  /// - Parameter key: of which settings it must be.
  init?(_ bytes: [UInt8], under key: ContentDigest) {
    guard bytes.count > 64 + Self.beginning.count,
      ContentDigest(of: Array(bytes[32...])).bytes[...] == bytes[..<32],
      bytes[32..<(32 + Self.beginning.count)] == Self.beginning[...]
    else { return nil }
    var reader = CompactReader(bytes, (32 + Self.beginning.count)..<bytes.count)
    do throws(CompactReader.Damage) {
      guard try reader.digest() == key else { return nil }
      versions = []
      for _ in 0..<(try reader.count()) { versions.append(try reader.flag() ? try reader.digest() : nil) }
      for _ in 0..<(try reader.count()) {
        guard let shape = OutcomeShape(json: try reader.text()) else { return nil }
        shapes.append(shape)
      }
      let count = try reader.count(eachOf: 50)
      entries.reserveCapacity(count)
      for _ in 0..<count {
        let request = MemoryKey.Request(bytes[try reader.take(16)])
        let shape = try reader.integer()
        guard shapes.indices.contains(shape) else { return nil }
        entries.append(Entry(request: request, shape: shape, asset: try RememberedAsset(&reader)))
      }
    } catch {
      return nil
    }
    guard reader.isAtEnd else { return nil }
  }

  /// - Returns: nil where a shape has no form in which it can be written.
  func bytes(under key: ContentDigest) -> [UInt8]? {
    var writer = CompactWriter()
    writer.append(Self.beginning)
    writer.add(key)
    writer.add(versions.count)
    for version in versions { writer.add(version) { $0.add($1) } }
    writer.add(shapes.count)
    for shape in shapes {
      guard let json = shape.json else { return nil }
      writer.add(json)
    }
    writer.add(entries.count)
    for entry in entries {
      writer.append(entry.request.text)
      writer.add(entry.shape)
      entry.asset.write(to: &writer)
    }
    return ContentDigest(of: writer.bytes).bytes + writer.bytes
  }
}
