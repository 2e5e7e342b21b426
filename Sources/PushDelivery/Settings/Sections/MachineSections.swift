import Findings

extension SourceLimits {
  /// The section `limits` of pipeline.yml.
  static let section = Section(SourceLimits()) {
    Key("max-source-bytes", \.maximumBytes, .integer(1_000...2_000_000_000), "The largest source file in bytes.")
    Key("max-pixels", \.maximumPixels, .integer(1...1_000_000_000), "The most pixels of one frame.")
      .reference(
        "The most pixels of one frame, as the header claims them. Telephones take pictures of 200 million; what decoding costs is "
          + "limited by `worker` too."
      )
    Key("max-frames", \.maximumFrames, .integer(1...100_000), "The most frames of an animation.")
  }
}

extension WorkerLimits {
  /// 256 MiB to 1 TiB.
  private static let memory = 268_435_456...1_099_511_627_776

  /// The section `worker` of pipeline.yml.
  static let section = Section(WorkerLimits()) {
    Key("max-memory", \.memoryBytes, .integer(memory), "Memory in bytes.")
      .comment("Memory in bytes, 268_435_456 (256 MiB) to 1_099_511_627_776 (1 TiB).")
      .reference(
        "Bytes of address space beyond what the worker uses at its start. Kept on Linux; macOS has no such limit.")
    Key("time-limit", \.seconds, .integer(1...3_600), "Seconds for a picture or a poster.")
      .comment("Seconds for a picture, or for looking at a video and taking its poster, {range}.")
      .reference(
        "Seconds for a picture, or for looking at an animation or video and taking its poster. The worker and what it "
          + "started are ended after that.")
    Key("motion-time-limit", \.motionSeconds, .integer(1...3_600), "Seconds for what moves.")
      .comment(
        "Seconds for making what moves of a video or an animation, {range}: that takes many encodings of many frames."
      )
      .reference(
        "Seconds for making the GIF or movie of one animation or video: that takes several encodings of many frames.")
    Key(
      "sandbox", \.sandbox, .choice(SandboxUse.allCases.map { ($0.rawValue, $0) }),
      "Whether workers lock themselves in."
    )
    .comment("auto: as far as the kernel can; require: wholly, or nothing is done.")
    .reference(
      "Whether workers lock themselves in, so that a decoder that a file has taken over finds no network and no files but its own. "
        + "`auto`: as far as the kernel can; `require`: wholly, or nothing is done; `off`: not at all. See [Security](security.md)."
    )
  }
}

extension CacheSettings {
  /// The section `cache` of pipeline.yml.
  static let section = Section(CacheSettings()) {
    Key("path", \.path, .folderOrNone, "The folder on this machine.").comment("")
      .reference("The folder on this machine; `off` for none.")
    Key(
      "max-bytes", \.maximumBytes, .integer(1_000_000...1_000_000_000_000), "The oldest go when it has more bytes."
    ).comment("The oldest go when the folder has more bytes than this, {range}.")
      .reference("After a run, what was not used for longest goes until the folder has no more bytes than this.")
    Key("remote", \.remote, RemoteCacheSettings.section, "A cache that machines share.")
      .comment(
        "A cache that machines share, asked for what is not in the folder: a server of Bazel's HTTP cache protocol, or a bucket.",
        example: .commentedOut("{url: https://cache.example.com/richpush, mode: read-write}"))
  }

  /// `off` in place of the section.
  static let off = YAMLType(
    "`off`, or the keys below",
    JSONSchema.anyOf([["const": false], ["enum": ["no", "No", "NO", "off", "Off", "OFF"]]])
  ) { value, _ in
    value.unquotedText.flatMap(PlainText.bool) == false ? CacheSettings.disabled : nil
  }
}

extension RemoteCacheSettings {
  /// The section `cache.remote` of pipeline.yml.
  static let section = Section(RemoteCacheSettings()) {
    Key("url", \.address, .sharedCache, "Where the cache lies.")
      .reference(
        "A server of Bazel's HTTP cache protocol, or a bucket: `s3://bucket/prefix`, `gs://bucket/prefix`. Plain `http://` is "
          + "for this machine and private networks. See [Sharing a cache](sharing-a-cache.md).", standard: "none")
    Key(
      "mode", \.mode, .choice(Mode.allCases.map { ($0.rawValue, $0) }), "Whether what the cache lacks is put into it."
    ).reference("With `read-only` nothing is put into it, as for builds of pull requests.")
    Key("endpoint", \.endpoint, .endpoint, "Scheme and host of the service that has the bucket.")
      .reference(
        "With `s3://`: scheme and host of the service, which gets the bucket in the path.",
        standard: "`AWS_ENDPOINT_URL_S3`, `AWS_ENDPOINT_URL`, or Amazon's in the region")
    Key("region", \.region, .region, "The region that requests to the bucket are signed for.")
      .reference(
        "With `s3://`: the region that requests are signed for.", standard: "`AWS_REGION` or `AWS_DEFAULT_REGION`")
  }.after { mapping, remote, reader in
    guard case .http? = remote.address, let value = mapping["endpoint"] ?? mapping["region"] else { return }
    reader.report(
      .configurationConflict, value.subject, "the cache is a server with a URL of its own, and this is about buckets",
      remedy: "delete the key")
  }
}

extension YAMLType<SharedCacheAddress> {
  fileprivate static var sharedCache: YAMLType {
    YAMLType("URL", JSONSchema.form("^(https?|s3|gs)://[^/@]+(/[^@]*)?$")) { value, reader in
      guard let text = reader.string(value) else { return nil }
      do throws(SharedCacheAddress.Refusal) {
        return try SharedCacheAddress(text)
      } catch {
        reader.report(.configurationValue, value.subject, error.reason, remedy: error.remedy)
        return nil
      }
    }
  }
}

extension YAMLType<String?> {
  /// A path, or `off` for none.
  fileprivate static var folderOrNone: YAMLType {
    let path = YAMLType<String>.path
    return YAMLType("path, or `off`", path.schema) { value, reader in
      if value.unquotedText.flatMap(PlainText.bool) == false { return .some(nil) }
      return path.read(value, &reader).map { .some($0) }
    }.written { $0 ?? "off" }
  }
}

extension YAMLType<JobCount> {
  /// `auto` or a number.
  static var jobs: YAMLType {
    YAMLType(
      "`auto`, or 1 to 64", JSONSchema.anyOf([["const": "auto"], JSONSchema.integer(JobCount.range)])
    ) { value, reader in
      if case .text("auto", _) = value.content { return .automatic }
      if value.unquotedText.flatMap(PlainText.integer) != nil {
        return reader.integer(value, in: JobCount.range).map(JobCount.fixed)
      }
      reader.reportType(of: value, expected: "`auto` or a whole number")
      return nil
    }.written { if case .fixed(let count) = $0 { String(count) } else { "auto" } }
  }
}
