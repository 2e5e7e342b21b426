import Ccurl

/// Tells a proxy's errors from those of the server behind it.
struct ProxyFault {
  private let url: String
  private let variable: String?
  /// The proxy's answer to the request for a tunnel; 0 where it was not asked, or did not answer.
  private let status: Int
  /// Whether the last opened connection leads to the proxy's port.
  private let isConnected: Bool
  /// Whether the server behind it has answered.
  private let isSecured: Bool

  init(_ transfer: Transfer, _ proxies: ProxyVariables) {
    url = transfer.url
    variable = proxies.name(for: transfer.url)
    status = transfer.facts.tunnelStatus
    isSecured = transfer.facts.isSecured
    isConnected = transfer.lastPort != nil && transfer.lastPort == proxies.port(for: transfer.url)
  }

  /// The error as the proxy's, if it is.
  func blamed(for error: HTTPError) -> HTTPError {
    guard let variable else { return error }
    if status >= 300 { return refusal(of: variable) }
    switch error {
    case .proxy(let detail): return .proxy(detail: "\(variable): \(detail)")
    case .closed(let detail) where isConnected, .unreachable(let detail) where isConnected:
      return .proxyFailed(detail: "the one that \(variable) names: \(detail)")
    case .interrupted(let detail) where isConnected && isTunnelled && !isSecured:
      return .proxyFailed(detail: "the one that \(variable) names ends the connection: \(detail)")
    default: return error
    }
  }

  /// Requests by https ask the proxy for a tunnel.
  private var isTunnelled: Bool { url.lowercased().hasPrefix("https:") }

  private func refusal(of variable: String) -> HTTPError {
    switch status {
    case 407: .proxyAuthentication(of: variable)
    case 500...599: .proxyFailed(detail: "the one that \(variable) names answers \(status)")
    default: .proxy(detail: "the one that \(variable) names answers \(status) and passes nothing on")
    }
  }
}

extension HTTPError {
  /// A proxy requires authentication (https://www.rfc-editor.org/rfc/rfc9110#section-15.5.8).
  /// - Parameter variable: the one that names the proxy.
  public static func proxyAuthentication(of variable: String) -> HTTPError {
    .proxy(
      detail: "the one that \(variable) names answers 407: the proxy asks for a user and a password, or for others")
  }
}
