import Essentials
import Findings
package import MediaFacts
import PushDelivery

/// The memory file: the digest of the rest, its format and settings, the versions of the rendering software, the shapes, and an entry for
/// each source. A file that is not exactly as written is ignored.
package struct MemoryFile: Sendable {
  /// The rendering software's versions, by `RenderingNeeds`; the last covers all.
  let versions: [ContentDigest?]
  var entries: [(request: MemoryKey.Request, known: Recollection)]

  /// The beginning of such files, after their digest. Each format has its number.
  private static let beginning = Array("richpush memory 5\n".utf8)

  /// The largest that is read, in bytes: a million files.
  static let largestFile = 1 << 29
}

extension MemoryFile {
  /// - Parameters:
  ///   - key: the settings that it must belong to.
  ///   - table: the table for shared shapes.
  package init?(_ bytes: [UInt8], under key: ContentDigest, sharing table: ShapeTable) {
    guard var reader = CompactReader(sealed: bytes, beginning: Self.beginning) else { return nil }
    do throws(CompactReader.Damage) {
      guard try reader() == key else { return nil }
      versions = try reader()
      var shapes: [OutcomeShape] = []
      for _ in 0..<(try reader.count()) {
        guard let shape = table.shape(json: try reader.text()) else { return nil }
        shapes.append(shape)
      }
      let count = try reader.count(eachOf: 19)
      entries = []
      entries.reserveCapacity(count)
      for _ in 0..<count {
        entries.append((MemoryKey.Request(try reader.bytes(16)), try Recollection(&reader, shapes)))
      }
    } catch { return nil }
    guard reader.isAtEnd else { return nil }
  }

  package func bytes(under key: ContentDigest) -> [UInt8] {
    var writer = CompactWriter(beginning: Self.beginning)
    var (numbers, shapes) = ([ObjectIdentifier: Int](), [OutcomeShape]())
    for (_, known) in entries where numbers[ObjectIdentifier(known.shape)] == nil {
      numbers[ObjectIdentifier(known.shape)] = shapes.count
      shapes.append(known.shape)
    }
    writer.add(key, versions, shapes.count)
    for shape in shapes { writer.add(shape.json()) }
    writer.add(entries.count)
    for (request, known) in entries {
      writer.append(request.text)
      writer.add(numbers[ObjectIdentifier(known.shape)] ?? 0)
      writer.add(known.lasting)
    }
    return writer.sealed()
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
enum MemoryKey {
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
  struct Request: Hashable, Sendable {
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
