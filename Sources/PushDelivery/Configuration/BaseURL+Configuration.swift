extension BaseURL {
  /// The base URL that a configuration gives at `subject`, or its problems as errors of the configuration.
  static func configured(_ text: String, at subject: Diagnostic.Subject) -> Checked<BaseURL> {
    var problems: [Diagnostic] = []
    let url = BaseURL(text, subject: subject, reporting: &problems)
    return Checked(url, problems.asConfigurationErrors)
  }
}
