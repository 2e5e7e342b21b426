#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The system's service for names.
enum NameService {
  /// Whether it does not answer now, so that a name without an address may have one. libcurl does not tell this from a name that does not
  /// exist.
  static func isSilent(of url: String) -> Bool {
    let authority = url.split(separator: "/", maxSplits: 2).dropFirst().first ?? ""
    var addresses: UnsafeMutablePointer<addrinfo>?
    let code = unsafe getaddrinfo(String(authority.prefix { $0 != ":" }), nil, nil, &addresses)
    if let addresses = unsafe addresses { unsafe freeaddrinfo(addresses) }
    return code == EAI_AGAIN
  }
}
