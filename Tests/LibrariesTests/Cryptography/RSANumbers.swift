import Foundation

/// The numbers of a private RSA key, in base64url as JSON Web Keys have them (RFC 7518, 6.3).
struct RSANumbers {
  var modulus: String
  var publicExponent: String
  var privateExponent: String
  var firstPrime: String
  var secondPrime: String
  var firstExponent: String
  var secondExponent: String
  var coefficient: String

  /// In the order of PKCS #1.
  static let all: [any WritableKeyPath<RSANumbers, String> & Sendable] = [
    \.modulus, \.publicExponent, \.privateExponent, \.firstPrime, \.secondPrime, \.firstExponent, \.secondExponent,
    \.coefficient,
  ]

  /// PKCS #1 (RFC 8017, A.1.2): a sequence of whole numbers, of which the first is the version, 0.
  var pem: String {
    let sequence = Self.element(0x30, [2, 1, 0] + Self.all.flatMap { Self.integer(self[keyPath: $0]) })
    let lines = Data(sequence).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
    return "-----BEGIN RSA PRIVATE KEY-----\n\(lines)\n-----END RSA PRIVATE KEY-----\n"
  }

  /// A whole number in DER (X.690, 8.3); without the zero it would be negative where its first bit is set.
  private static func integer(_ text: String) -> [UInt8] {
    let bytes = [UInt8](Data(base64URL: text) ?? Data())
    return element(2, (bytes[0] > 127 ? [0] : []) + bytes)
  }

  /// Type, length and content (X.690, 8.1).
  private static func element(_ type: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    let length = count < 128 ? [count] : count < 256 ? [0x81, count] : [0x82, count >> 8, count & 255]
    return [type] + length.map { UInt8($0) } + content
  }

  /// RFC 7515, A.2.
  static let example = RSANumbers(
    modulus: """
      ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SF\
      d2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo\
      7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkM\
      Ls91kzk2PAcDTW9gb54h4FRWyuXpoQ
      """,
    publicExponent: "AQAB",
    privateExponent: """
      Eq5xpGnNCivDflJsRQBXHx1hdR1k6Ulwe2JZD50LpXyWPEAeP88vLNO97IjlA7_GQ5sLKMgvfTeXZx9SE-7YwVol2NXOoAJe46sui395\
      IW_GO-pWJ1O0BkTGoVEn2bKVRUCgu-GjBVaYLU6f3l9kJfFNS3E0QbVdxzubSu3Mkqzjkn439X0M_V51gfpRLI9JYanrC4D4qAdGcopV\
      _0ZHHzQlBjudU2QvXt4ehNYTCBr6XCLQUShb1juUO1ZdiYoFaFQT5Tw8bGUl_x_jTj3ccPDVZFD9pIuhLhBOneufuBiB4cS98l2SR_RQ\
      yGWSeWjnczT0QU91p1DhOVRuOopznQ
      """,
    firstPrime: """
      4BzEEOtIpmVdVEZNCqS7baC4crd0pqnRH_5IB3jw3bcxGn6QLvnEtfdUdiYrqBdss1l58BQ3KhooKeQTa9AB0Hw_Py5PJdTJNPY8cQn7\
      ouZ2KKDcmnPGBY5t7yLc1QlQ5xHdwW1VhvKn-nXqhJTBgIPgtldC-KDV5z-y2XDwGUc
      """,
    secondPrime: """
      uQPEfgmVtjL0Uyyx88GZFF1fOunH3-7cepKmtH4pxhtCoHqpWmT8YAmZxaewHgHAjLYsp1ZSe7zFYHj7C6ul7TjeLQeZD_YwD66t62wD\
      mpe_HlB-TnBA-njbglfIsRLtXlnDzQkv5dTltRJ11BKBBypeeF6689rjcJIDEz9RWdc
      """,
    firstExponent: """
      BwKfV3Akq5_MFZDFZCnW-wzl-CCo83WoZvnLQwCTeDv8uzluRSnm71I3QCLdhrqE2e9YkxvuxdBfpT_PI7Yz-FOKnu1R6HsJeDCjn12S\
      k3vmAktV2zb34MCdy7cpdTh_YVr7tss2u6vneTwrA86rZtu5Mbr1C1XsmvkxHQAdYo0
      """,
    secondExponent: """
      h_96-mK1R_7glhsum81dZxjTnYynPbZpHziZjeeHcXYsXaaMwkOlODsWa7I9xXDoRwbKgB719rrmI2oKr6N3Do9U0ajaHF-NKJnwgjMd\
      2w9cjz3_-kyNlxAr2v4IKhGNpmM5iIgOS1VZnOZ68m6_pbLBSp3nssTdlqvd0tIiTHU
      """,
    coefficient: """
      IYd7DHOhrWvxkwPQsRM2tOgrjbcrfvtQJipd-DlcxyVuuM9sQLdgjVk2oy26F0EmpScGLq2MowX7fhd_QJQ3ydy5cY7YIBi87w93IKLE\
      dfnbJtoOPLUW0ITrJReOgo1cq9SbsxYawBgfp_gh6A5603k2-ZQwVK0JKSHuLFkuQ3U
      """)

  /// The signed part: header and claims.
  static let message = """
    eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb29\
    0Ijp0cnVlfQ
    """

  /// Its signature.
  static let signature = """
    cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdb\
    F9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383\
    LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWy\
    wlVmtVrBp0igcN_IoypGlUPQGe77Rw
    """
}

extension Data {
  /// Bytes from base64url without padding (RFC 7515, appendix C).
  init?(base64URL text: String) {
    let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
    self.init(base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/") + padding)
  }
}
