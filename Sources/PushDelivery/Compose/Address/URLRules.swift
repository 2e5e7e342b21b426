/// What is wrong with a text that should be a URL for public use, whatever it leads to.
enum URLRules {
  /// Takes a URL apart and reports what every URL that clients load must not be; nil when it cannot be used. This
  /// machine and private networks are let through with a warning, for trials.
  static func check(
    _ text: String, subject: Diagnostic.Subject, reporting diagnostics: inout [Diagnostic]
  ) -> StrictURL? {
    let address = AddressText(text, isTrial: true)
    let problems = AddressRules.anyURL.diagnostics(about: subject, in: address)
    diagnostics += problems
    return problems.contains { $0.severity == .error } ? nil : address.parsed
  }
}
