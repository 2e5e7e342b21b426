import Essentials
import Findings
package import MediaFacts
package import PushDelivery

/// The memory file: its format and settings, the versions of the rendering software, and an entry for each source, with its shape before the
/// first entry that has it. A file that is not exactly as written is ignored. Only some entries are in memory at once.
package struct MemoryFile {
  /// The rendering software's versions, by `RenderingNeeds`; the last covers all. nil if no entry needs it.
  let versions: [ContentDigest?]
  private var reader: CompactReader
  private let table: ShapeTable
  private var shapes: [OutcomeShape] = []

  package typealias Entry = (request: MemoryKey.Request, known: Recollection)

  /// The beginning of such files, after their digest. Each format has its number.
  package static let beginning = Array("richpush memory 6\n".utf8)

  /// The largest that is read, in bytes: a million files.
  package static let largestFile = 1 << 29
}

extension MemoryFile {
  /// - Parameters:
  ///   - key: the settings that it must belong to.
  ///   - table: the table for shared shapes.
  package init?(_ parts: StoredValues<[UInt8]>, under key: ContentDigest, sharing table: ShapeTable) {
    var reader = CompactReader(parts: parts)
    guard let found = try? ContentDigest(&reader), found == key, let versions = try? [ContentDigest?](&reader) else {
      return nil
    }
    (self.versions, self.reader, self.table) = (versions, reader, table)
  }

  /// The next entries, at most so many; nil after the last ones, or at bytes of others.
  package mutating func next(_ count: Int) -> [Entry]? {
    var entries: [Entry] = []
    while entries.count < count, !reader.isAtEnd, let entry = try? entry() { entries.append(entry) }
    return entries.isEmpty ? nil : entries
  }

  private mutating func entry() throws(CompactReader.Damage) -> Entry {
    let (request, number) = (MemoryKey.Request(try reader.bytes(16)), try Int(&reader))
    if number == shapes.count {
      guard let shape = table.shape(json: try reader.text()) else { throw CompactReader.Damage() }
      shapes.append(shape)
    }
    guard shapes.indices.contains(number) else { throw CompactReader.Damage() }
    return (request, try Recollection(&reader, shapes[number]))
  }

  /// Writes what `init` and `next` read.
  static func write(
    _ entries: some Sequence<Entry>, _ versions: [ContentDigest?], under key: ContentDigest,
    _ add: ([UInt8]) throws -> Void
  ) throws {
    var (writer, numbers) = (CompactWriter(), [ObjectIdentifier: Int]())
    writer.add(key, versions)
    try add(writer.take())
    for (request, known) in entries {
      let (shape, count) = (ObjectIdentifier(known.shape), numbers.count)
      let number = numbers[shape, default: count]
      numbers[shape] = number
      writer.append(request.text)
      writer.add(number)
      if number == count { writer.add(known.shape.json()) }
      writer.add(known.lasting)
      try add(writer.take())
    }
  }
}

extension DiskCache {
  /// The cache folder of a run; nil if nothing is kept between runs. A dry run only reads it.
  convenience init?(_ settings: PipelineSettings) {
    guard let folder = settings.cacheFolder else { return nil }
    self.init(folder: folder, maximumBytes: settings.configuration.cache.maximumBytes, isReadOnly: settings.isDryRun)
  }
}

/// Everything besides the files that affects a run's outcomes: two runs that differ in any of it share no memory.
package enum MemoryKey {
  /// - Parameter folder: the campaign's, with every link resolved.
  /// - Returns: nil if the program cannot be told from another build.
  static func assets(_ settings: PipelineSettings, folder: String) -> ContentDigest? {
    guard let program = FileStamp(of: settings.worker.executable) else { return nil }
    let configuration = settings.configuration
    let parts: [String] =
      [
        "assets 2", "\(program.inode) \(program.byteCount) \(program.modified) \(program.changed)", folder,
        FileSystem.canonicalPath(settings.outputFolder) ?? settings.outputFolder, settings.baseURL,
        settings.destination.name, settings.destination.verification.rawValue,
        String(configuration.publishesUnused), json(configuration.motionProfile), json(configuration.sourceLimits),
        json(settings.worker.limits),
      ] + configuration.profiles.flatMap(text)
    return digest(parts)
  }

  /// One value for texts, each with its length before it, so that what follows one is never taken for a part of it.
  static func digest(_ texts: [String]) -> ContentDigest {
    var writer = CompactWriter()
    for text in texts { writer.add(text) }
    return ContentDigest(of: writer.bytes)
  }

  /// A source's request with the messages' wishes for it, hashed so that two never collide by accident.
  package struct Request: Hashable, Sendable {
    private let bytes: SIMD16<UInt8>

    /// The same as bytes.
    var text: [UInt8] { (0..<16).map { bytes[$0] } }

    /// - Parameter isNamed: whether a message names the file.
    init(_ request: AssetRequest, isNamed: Bool) {
      let wishes = [
        request.focalPoint.map { MemoryKey.json($0) } ?? "", request.poster.map { MemoryKey.json($0) } ?? "",
        request.publishes.rawValue,
        request.unconsideredPlatforms.sorted().map(\.rawValue).joined(separator: " "), "\(isNamed)",
      ]
      self.init(MemoryKey.digest([request.path] + wishes).bytes)
    }

    /// - Parameter bytes: at least sixteen.
    init(_ bytes: some Sequence<UInt8>) {
      var found = SIMD16<UInt8>()
      for (index, byte) in bytes.prefix(16).enumerated() { found[index] = byte }
      self.bytes = found
    }
  }

  /// A set has no order, so its elements are sorted here.
  private static func text(_ profile: Profile) -> [String] {
    var profile = profile
    let platforms = profile.platforms.sorted().map(\.rawValue)
    profile.platforms = []
    return [platforms.joined(separator: " "), json(profile)]
  }

  /// Texts and numbers always have a JSON form.
  private static func json(_ value: some Encodable) -> String {
    String(decoding: (try? JSONText.compact(value)) ?? [], as: UTF8.self)
  }
}
