import Findings

/// What a message says by fallback, because it has no text of its own.
enum StandIn: Hashable, Sendable {
  /// A text of `values` for a placeholder whose cell is empty.
  case value(String, placeholder: String)
  /// The texts of another language.
  case texts(of: String, in: String)

  /// What so many messages say.
  func text(_ count: Int) -> String {
    let messages = count == 1 ? "1 message" : "\(count) messages"
    return switch self {
    case .value(let text, let name):
      "by fallback: \(messages) with \(text.quoted) for `{{\(name.printable)}}`, whose cell is empty"
    case .texts(let other, let locale):
      "by fallback: \(messages) in \(locale.printable) with the texts of \(other.printable)"
    }
  }
}

/// How often messages say something by fallback.
struct StandInUses: Sendable {
  private var uses: [StandIn: Use] = [:]

  private struct Use: Sendable {
    var count: Int
    let place: Diagnostic.Subject
  }

  /// Others are not counted: each row may have its own.
  private static let most = 400

  mutating func add(_ message: CampaignMessage) {
    for standIn in message.standIns { add(Use(count: 1, place: message.origin), of: standIn) }
  }

  mutating func add(_ other: StandInUses) {
    for (standIn, use) in other.uses { add(use, of: standIn) }
  }

  private mutating func add(_ use: Use, of standIn: StandIn) {
    if let known = uses[standIn] {
      uses[standIn] = Use(count: known.count + use.count, place: known.place)
    } else if uses.count < Self.most {
      uses[standIn] = use
    }
  }

  func report(_ reader: inout YAMLReader) {
    let lines = uses.map { (text: $0.key.text($0.value.count), place: $0.value.place) }
    for (text, place) in lines.sorted(by: { $0.text < $1.text }) {
      reader.report(Diagnostic(.campaignFallback, place, text))
    }
  }
}
