import Essentials

/// JSON Web Tokens (RFC 7519) in compact form: header, claims and signature in base64url, with periods between them.
public enum JSONWebToken {
  /// A token signed with RS256. Anyone who has it may do what it claims.
  /// - Parameters:
  ///   - claims: becomes a JSON object.
  ///   - keyIdentifier: names the key for verifiers; nil: they know it.
  /// - Throws: `EncodingError` where the claims cannot be JSON.
  public static func signed(
    _ claims: some Encodable, keyIdentifier: String?, with key: borrowing RSAPrivateKey
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let header = Header(kid: keyIdentifier)
    let message = base64URL(try encoder.encode(header)) + "." + base64URL(try encoder.encode(claims))
    return message + "." + base64URL(Data(key.signature(of: Array(message.utf8))))
  }

  /// RFC 7515, 4.1.
  private struct Header: Encodable {
    let alg = "RS256"
    let typ = "JWT"
    let kid: String?
  }

  /// Base64 with two other characters and no padding (RFC 7515, appendix C).
  private static func base64URL(_ bytes: Data) -> String {
    bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
