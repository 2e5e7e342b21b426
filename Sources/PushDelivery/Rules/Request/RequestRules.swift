/// The rules about a send request.
public enum RequestRules {
  public static let all: [Rule<RequestDocument>] = []
}

/// One message of a request file.
public struct RequestDocument: Sendable {
}
