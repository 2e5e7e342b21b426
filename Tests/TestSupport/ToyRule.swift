public import Findings
public import PushDelivery

/// A rule that richpush does not have, as one would be added: one value in a file, and one place in a list.
public enum ToyRule {
  /// The rules of richpush with one more in the list of those about pictures and videos.
  public static let catalog = RuleCatalog(
    media: MediaRules.all + [fewBytes], decoding: DecodingRules.all, urls: URLRules.all,
    responses: ResponseRules.all, requests: RequestRules.all, requestFiles: RequestFileRules.all,
    incidents: Incident.all)

  /// No file has so few bytes that it keeps it.
  public static let fewBytes = Rule<MediaFile>(
    RuleDescription(
      "toy.few-bytes", .media, .warning, summary: "a file has less than ten bytes", why: "Toys are small",
      remedy: "make it smaller", source: "https://static.example.com/toys",
      failing: [.media(MediaExample("photo.png", ["vips", "black", "photo.png", "600", "300"]))],
      passing: [.media(MediaExample("photo.jpg", ["dd", "if=/dev/zero", "of=photo.jpg", "bs=9", "count=1"]))])
  ) { file in
    file.byteCount < 10 ? [] : [Finding("it has \(file.byteCount) bytes")]
  }
}
