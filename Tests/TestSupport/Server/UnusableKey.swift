/// What no assertion can be signed with, although it stands where a private RSA key should.
public enum UnusableKey: CaseIterable, Sendable {
  /// Under a password, as PKCS #8 and as OpenSSL's own older form have it.
  case encrypted, encryptedTraditionally
  /// Keys of other algorithms.
  case ellipticCurve, probabilisticSignatures
  /// 1024 bits.
  case short
  /// A part of a key.
  case publicHalf, cutOff
  /// No key at all.
  case otherText, nothing

  /// What would be the key, in PEM form as far as it is any.
  public func text() async throws -> String {
    let key = try await TestKey.shared()
    return switch self {
    case .encrypted: try await openssl(["pkcs8", "-topk8", "-in", key.privateFile, "-passout", "pass:word"])
    case .encryptedTraditionally:
      try await openssl(["rsa", "-in", key.privateFile, "-traditional", "-aes128", "-passout", "pass:word"])
    case .ellipticCurve: try await openssl(["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"])
    case .probabilisticSignatures:
      try await openssl(["genpkey", "-algorithm", "RSA-PSS", "-pkeyopt", "rsa_keygen_bits:2048"])
    case .short: try await openssl(["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024"])
    case .publicHalf: try await openssl(["pkey", "-in", key.privateFile, "-pubout"])
    case .cutOff: try String(key.privateText.prefix(900))
    case .otherText: "none"
    case .nothing: ""
    }
  }

  private func openssl(_ arguments: [String]) async throws -> String {
    let output = try await Program("openssl").run(arguments)
    guard output.status == 0 else { throw ProgramError.failed("openssl", stderr: output.stderr) }
    return output.stdout
  }
}
