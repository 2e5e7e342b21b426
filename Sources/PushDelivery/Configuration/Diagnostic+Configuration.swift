extension Diagnostic {
  /// A value of the configuration that is none of the possible ones.
  static func configurationValue(_ subject: Subject, _ message: String, remedy: String) -> Diagnostic {
    Diagnostic("configuration.value", .error, subject, message, remedy: remedy)
  }
}

extension [Diagnostic] {
  /// What the rules of messages and addresses say about a value, as errors of the configuration that it stands in.
  ///
  /// Warnings are left out: they are said where the value is used.
  var asConfigurationErrors: [Diagnostic] {
    filter { $0.severity == .error }.map { .configurationValue($0.subject, $0.message, remedy: $0.remedy) }
  }
}
