/// What something that was found means for whether clients show the picture. It is apart from severity: advice may be an error for a
/// project, and what it is about shows all the same.
public enum Consequence: Hashable, Sendable {
  /// The clients concerned show text alone.
  case textAlone
  /// Nobody can know it here: a client's source is closed, or it hangs on something that was not said.
  ///
  /// - Parameter settledBy: what would settle it, as a clause without a full stop.
  case uncertain(settledBy: String)
  /// It shows all the same.
  case shown

  /// The same for every client; for none where it is nil.
  package static func forAll(_ consequence: Consequence?) -> [Platform: Consequence] {
    consequence.map { same in Dictionary(uniqueKeysWithValues: Platform.allCases.map { ($0, same) }) } ?? [:]
  }

  /// What follows where nobody says otherwise: only an error keeps a picture away.
  init(_ severity: Diagnostic.Severity) { self = severity == .error ? .textAlone : .shown }
}
