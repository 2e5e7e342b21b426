/// The still that stands for a video or an animation where nothing moves, as the author of a message chose it.
///
/// In JSON it is `{"at": 2.5}` or `{"file": "photos/cover.jpg"}`.
public enum PosterChoice: Hashable, Sendable {
  /// The frame that is shown at this moment, in seconds from the start.
  case at(Double)
  /// A picture by its path relative to the campaign folder.
  case file(String)

  /// The moments that campaign.yml may name: up to a day, so that no number is too large to reckon with.
  public static let momentRange: ClosedRange<Double> = 0...86_400
}

extension PosterChoice: Codable {
  private enum CodingKeys: String, CodingKey { case at, file }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let path = try container.decodeIfPresent(String.self, forKey: .file) {
      self = .file(path)
    } else {
      self = .at(try container.decode(Double.self, forKey: .at))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .at(let seconds): try container.encode(seconds, forKey: .at)
    case .file(let path): try container.encode(path, forKey: .file)
    }
  }
}
