public import Findings
public import PushDelivery

/// A rule that richpush does not have, as one would be added: one value in a file, and one place in a list.
public enum ToyRule {
  /// The rules of richpush with one more in the list of those about pictures and videos.
  public static let catalog = RuleCatalog(
    media: MediaRules.all + [fewBytes], decoding: DecodingRules.all, urls: URLRules.all, responses: ResponseRules.all,
    requests: RequestRules.all, requestFiles: RequestFileRules.all, incidents: Incident.all)

  /// No file has so few bytes that it keeps it.
  public static let fewBytes = Rule<MediaFile>(
    RuleDescription(
      HandbookSection(
        id: "toy.few-bytes", chapter: "media: toys",
        text: """
          warning

          A file has less than ten bytes.

          **Why:** Toys are small.

          **Remedy:** make it smaller.

          **Source:** <https://static.example.com/toys>
          """))
  ) { file in
    file.byteCount < 10 ? [] : [Finding("it has \(file.byteCount) bytes")]
  }
}
