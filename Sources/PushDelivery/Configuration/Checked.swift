/// What became of reading something that a person wrote: a value, or the errors that explain why there is none.
public struct Checked<Value> {
  /// The value; nil as soon as one of the diagnostics is an error.
  public let value: Value?
  /// Every problem that was found, in the order in which they stand in the source.
  public let diagnostics: [Diagnostic]

  /// An error among `diagnostics` takes the value away.
  public init(_ value: Value?, _ diagnostics: [Diagnostic] = []) {
    self.value = diagnostics.contains { $0.severity == .error } ? nil : value
    self.diagnostics = diagnostics
  }
}

extension Checked: Equatable where Value: Equatable {}
extension Checked: Sendable where Value: Sendable {}
