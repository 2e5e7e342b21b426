/// What is wrong with a text that should be a URL for public use, whatever it leads to.
enum URLRules {
  /// Takes a URL apart and reports what every URL that clients load must not be; nil when it cannot be used.
  static func check(
    _ text: String, subject: Diagnostic.Subject, reporting diagnostics: inout [Diagnostic]
  ) -> StrictURL? {
    do {
      let url = try StrictURL(text)
      let problems = problems(of: url, subject: subject)
      diagnostics += problems
      return problems.contains { $0.severity == .error } ? nil : url
    } catch {
      diagnostics.append(.urlSyntax(error, subject))
      return nil
    }
  }

  private static func problems(of url: StrictURL, subject: Diagnostic.Subject) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    switch (url.scheme, url.isLocal) {
    case ("https", _): break
    case ("http", true): problems.append(.localURL(subject))
    default: problems.append(.urlScheme(url.scheme, subject))
    }
    if url.userInfo != nil { problems.append(.urlUserInfo(subject)) }
    if url.fragment != nil { problems.append(.urlFragment(subject)) }
    return problems
  }
}

extension Diagnostic {
  fileprivate static func urlSyntax(_ problem: StrictURL.Problem, _ subject: Subject) -> Diagnostic {
    Diagnostic(
      "url.syntax", .error, subject,
      "the URL \(explanation(of: problem)); clients repair or refuse such a URL each in its own way (RFC 3986)",
      remedy: "write an absolute URL in ASCII such as https://host/path, with percent-encoding for everything else")
  }

  private static func explanation(of problem: StrictURL.Problem) -> String {
    switch problem {
    case .character(let byte, let offset):
      "holds the byte 0x\(String(byte, radix: 16)) at offset \(offset), which no URL may hold"
    case .escape(let offset): "has a % at offset \(offset) without two hexadecimal digits after it"
    case .reserved: "has a [, ] or # in its path, query or fragment"
    case .scheme: "is relative"
    case .host: "has no usable host"
    case .port: "has a port that is not 1 to 65535"
    }
  }

  fileprivate static func urlScheme(_ scheme: String, _ subject: Subject) -> Diagnostic {
    Diagnostic(
      "url.scheme", .error, subject,
      "the URL's scheme is \(scheme), and only https loads everywhere: Apple's App Transport Security, Android's "
        + "cleartext policy and browsers block the rest",
      remedy: "serve it over https and write the URL with https://")
  }

  fileprivate static func localURL(_ subject: Subject) -> Diagnostic {
    Diagnostic(
      "url.scheme", .warning, subject,
      "the URL is plain http on this machine: good for a trial, but no phone can load it",
      remedy: "use a public https address before messages are sent")
  }

  fileprivate static func urlUserInfo(_ subject: Subject) -> Diagnostic {
    Diagnostic(
      "url.user-info", .error, subject,
      "the URL holds a user name or password: clients ignore or refuse it, and every recipient could read it",
      remedy: "remove everything before the @ and make the resource readable without credentials")
  }

  fileprivate static func urlFragment(_ subject: Subject) -> Diagnostic {
    Diagnostic(
      "url.fragment", .error, subject,
      "the URL ends in a fragment (#), which never reaches a server and spoils the file name that clients make of it",
      remedy: "remove the # and what follows it")
  }
}
