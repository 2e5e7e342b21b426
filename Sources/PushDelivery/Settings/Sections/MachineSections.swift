import Findings

extension SourceLimits {
  static let section = Section(SourceLimits(), at: .pipeline("limits")) {
    Key("max-source-bytes", \.maximumBytes, .integer(1_000...2_000_000_000))
    Key("max-pixels", \.maximumPixels, .integer(1...1_000_000_000))
    Key("max-frames", \.maximumFrames, .integer(1...100_000))
  }
}

extension WorkerLimits {
  static let section = Section(WorkerLimits(), at: .pipeline("worker")) {
    // 256 MiB to 1 TiB.
    Key("max-memory", \.memoryBytes, .integer(268_435_456...1_099_511_627_776))
    Key("time-limit", \.seconds, .integer(1...3_600))
    Key("motion-time-limit", \.motionSeconds, .integer(1...3_600))
    Key("sandbox", \.sandbox, .choice(SandboxUse.allCases.map { ($0.rawValue, $0) }))
  }
}

extension CacheSettings {
  static let section = Section(CacheSettings(), at: .pipeline("cache")) {
    Key("path", \.path, .folderOrNone)
    Key("max-bytes", \.maximumBytes, .integer(1_000_000...1_000_000_000_000))
    Key("remote", \.remote, RemoteCacheSettings.section).example(
      .commentedOut("{url: https://cache.example.com/richpush, mode: read-write}"))
  }

  /// `off` instead of the section.
  static let off = YAMLType(JSONSchema.anyOf([["const": false], ["enum": ["no", "No", "NO", "off", "Off", "OFF"]]])) {
    value, _ in
    value.unquotedText.flatMap(PlainText.bool) == false ? CacheSettings.disabled : nil
  }
}

extension RemoteCacheSettings {
  static let section = Section(RemoteCacheSettings(), at: .pipeline("cache.remote")) {
    Key("url", \.address, .sharedCache)
    Key("mode", \.mode, .choice(Mode.allCases.map { ($0.rawValue, $0) }))
    Key("endpoint", \.endpoint, .endpoint)
    Key("region", \.region, .region)
  }.after { mapping, remote, reader in
    for (key, schemes) in ["endpoint": ["s3", "azure"], "region": ["s3"]] as KeyValuePairs {
      guard let address = remote.address?.description, let value = mapping[key],
        !schemes.contains(where: { address.hasPrefix($0 + "://") })
      else { continue }
      reader.report(.setting("cacheKey", schemes.map { $0 + "://" }.joined(separator: " or ")), value.subject)
    }
  }
}

extension YAMLType<SharedCacheAddress> {
  fileprivate static var sharedCache: YAMLType {
    YAMLType(JSONSchema.form("^((https?|s3|gs|azure)://[^/@]+(/[^@]*)?|file:///.+)$")) { value, reader in
      guard let text = reader.string(value) else { return nil }
      do throws(ErrorWords) { return try SharedCacheAddress(text) } catch {
        return reader.fail(error, value.subject)
      }
    }
  }
}

extension YAMLType<String?> {
  /// A path, or `off` for none.
  fileprivate static var folderOrNone: YAMLType {
    let path = YAMLType<String>.filePath
    return YAMLType(path.schema) { value, reader in
      if value.unquotedText.flatMap(PlainText.bool) == false { return .some(nil) }
      return path.read(value, &reader).map { .some($0) }
    }.written { $0 ?? "off" }
  }
}

extension YAMLType<JobCount> {
  /// `auto` or a number.
  static var jobs: YAMLType {
    YAMLType(JSONSchema.anyOf([["const": "auto"], JSONSchema.integer(JobCount.range)])) { value, reader in
      if case .text("auto", _) = value.content { return .automatic }
      if value.unquotedText.flatMap(PlainText.integer) != nil {
        return reader.integer(value, in: JobCount.range).map(JobCount.fixed)
      }
      return reader.fail(value, expected: "`auto` or a whole number")
    }.written { if case .fixed(let count) = $0 { String(count) } else { "auto" } }
  }
}
