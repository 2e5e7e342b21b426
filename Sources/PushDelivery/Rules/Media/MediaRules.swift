/// The rules about a picture or video as it is, without changing a byte.
public enum MediaRules {
  public static let all: [Rule<MediaFile>] = formats + bytes + sizes + contents

  /// Those that hold for what `run` publishes as well: its owner can mend them, and the plan alone does not keep them.
  public static let ofRenditions: [Rule<MediaFile>] = [narrow, androidComfort, androidTime]

  /// A rule that is silent about files that none of its clients is to show.
  static func rule(
    _ description: RuleDescription, find: @escaping @Sendable (MediaFile) -> [Finding]
  ) -> Rule<MediaFile> {
    Rule(description) { file in
      find(file).compactMap { finding in
        let concerned = (finding.platforms ?? description.platforms).intersection(file.platforms)
        guard !concerned.isEmpty else { return nil }
        var finding = finding
        finding.platforms = concerned
        return finding
      }
    }
  }
}
