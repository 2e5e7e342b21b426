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
  }
}

extension CacheSettings {
  /// The section `cache` of pipeline.yml.
  static let section = Section(CacheSettings()) {
    Key("path", \.path, .path, "The folder.").comment("")
    Key(
      "max-bytes", \.maximumBytes, .integer(1_000_000...1_000_000_000_000), "The oldest go when it has more bytes."
    ).comment("The oldest go when the folder has more bytes than this, {range}.")
      .reference("After a run, what was not used for longest goes until the folder has no more bytes than this.")
  }

  /// `off` in place of the section.
  static let off = YAMLType(
    "`off`, or the keys below",
    JSONSchema.anyOf([["const": false], ["enum": ["no", "No", "NO", "off", "Off", "OFF"]]])
  ) { value, _ in
    value.unquotedText.flatMap(PlainText.bool) == false ? CacheSettings(path: nil) : nil
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
