import Foundation
import Libraries
import MediaPipeline
import Testing

/// The first and the second are Amazon's own examples (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html);
/// botocore 1.43 signed the others.
@Suite struct AWSSignatureTests {
  private static let host = "https://examplebucket.s3.amazonaws.com"

  private func authorization(_ request: HTTPRequest, token: Secret? = nil) -> HTTPAuthorization? {
    let credentials = AWSCredentials(
      accessKeyID: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: Secret("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
      sessionToken: token)
    let signed = AWSSignature.sign(
      request, as: credentials, region: "us-east-1", at: Date(timeIntervalSince1970: 1_369_353_600))
    #expect(signed.fields.contains(HTTPField("x-amz-date", "20130524T000000Z")))
    return signed.authorization
  }

  private func expected(_ names: String, _ code: String, token: SecretField? = nil) -> HTTPAuthorization {
    .signature(
      "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=\(names), Signature=",
      Secret(code), token: token)
  }

  private func request(_ method: HTTPMethod, _ target: String, _ fields: [(String, String)] = []) -> HTTPRequest {
    let fields = fields.map { HTTPField($0, $1) }
    return HTTPRequest(method, Self.host + target, fields: fields, bodyLimit: 0, timeLimit: .seconds(1))
  }

  @Test func aFieldAndNoBody() {
    #expect(
      authorization(request(.get, "/test.txt", [("Range", "bytes=0-9")]))
        == expected(
          "host;range;x-amz-content-sha256;x-amz-date",
          "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"))
  }

  @Test func aBodyAndAnEncodedName() {
    let fields = [("date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY")]
    var request = request(.put, "/test%24file.text", fields)
    request.body = Array("Welcome to Amazon S3.".utf8)
    #expect(
      authorization(request)
        == expected(
          "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
          "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"))
  }

  @Test func namesThatBeginWithOthersATokenAndAPort() {
    let fields = [
      ("content-type", "image/png"), ("x-amz-server-side-encryption", "aws:kms"),
      ("x-amz-server-side-encryption-aws-kms-key-id", "alias/pictures"), ("x-amz-tagging", "a%20b=c"),
      ("cache-control", "public,   max-age=60"),
    ]
    var request = request(.put, ":8443/a%20b%2Bc.png", fields)
    request.body = Array("Welcome to Amazon S3.".utf8)
    let names =
      "cache-control;content-type;host;x-amz-content-sha256;x-amz-date;x-amz-security-token;x-amz-server-side-encryption;"
      + "x-amz-server-side-encryption-aws-kms-key-id;x-amz-tagging"
    #expect(
      authorization(request, token: Secret("token"))
        == expected(
          names, "d2a0dc8d823349f924d74bc375a3a122e422610f57422f0650bbc3262960f1b3",
          token: SecretField("x-amz-security-token", Secret("token"))))
  }

  @Test(arguments: ["", ":443"]) func aQueryInAnyOrder(port: String) {
    #expect(
      authorization(request(.get, port + "/?uploads&prefix=a%2Fb&max-keys=2&prefix-a=1"))
        == expected(
          "host;x-amz-content-sha256;x-amz-date", "d8ec0f0fa2f9486c13f639832207e756f07cf1288d432716302a16182e92d47d"))
  }
}
