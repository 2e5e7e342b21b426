import Curl
import Essentials
import Findings
import PushDelivery

/// Where the token of another issuer is: in a file, or at a URL (https://google.aip.dev/auth/4117).
struct SubjectToken: Sendable {
  private enum Place: Sendable {
    case file(String)
    case url(String, fields: [HTTPField])
  }

  private let place: Place
  /// The member of an object of JSON that is the token; nil: all of the text is.
  private let member: String?

  init(_ fields: GoogleFields) throws(CredentialsError) {
    if let file = fields["file"] {
      place = .file(file)
    } else if fields["environment_id"] == nil, fields["url"] != nil {
      place = .url(try Self.address(fields), fields: try Self.headers(fields))
    } else {
      throw fields.error(
        "has a credential_source other than file and url, which only Google's own libraries follow")
    }
    let format = fields.part("format")
    member = format?["type"] == "json" ? try format?.required("subject_token_field_name") : nil
  }

  /// https, or plain http on this machine or its link, where clouds tell their machines who they are.
  private static func address(_ fields: GoogleFields) throws(CredentialsError) -> String {
    let text = try fields.required("url")
    guard let url = try? StrictURL(text), url.userInfo == nil, url.fragment == nil,
      url.scheme == "https" || url.scheme == "http" && LocalAddress.contains(hostOf: url)
    else { throw fields.error("has a url in credential_source that is neither https nor on this machine or its link") }
    return text
  }

  private static func headers(_ fields: GoogleFields) throws(CredentialsError) -> [HTTPField] {
    let headers = fields.members("headers").sorted { $0.key < $1.key }.map { HTTPField($0, $1) }
    let isSendable = headers.allSatisfy { field in
      field.name.isToken && field.value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
    guard isSendable else { throw fields.error("has headers in credential_source that cannot be sent") }
    return headers
  }

  /// Asked for anew each time: such tokens last for minutes.
  func token(_ settings: StoreSettings) async throws(ObjectStoreError) -> Secret {
    switch place {
    case .file(let path):
      guard member != nil else { return try SecretFile.read(path, named: "credential_source") }
      return try picked(from: try Self.bytes(path), of: path)
    case .url(let url, let fields):
      let request = HTTPRequest(
        .get, url, fields: fields, bodyLimit: CredentialService.bodyLimit, timeLimit: CredentialService.timeLimit)
      let service = CredentialService(
        "the issuer's \(url.prefix { $0 != "?" })", settings: settings,
        remedy: "look whether this process may ask for a token there")
      return try picked(
        from: try await service.body(request, hiding: fields.map { Secret($0.value) }), of: "its answer")
    }
  }

  private static func bytes(_ path: String) throws(ObjectStoreError) -> [UInt8] {
    do throws(FileSystemError) {
      return try FileReading.bytes(of: path, limit: 100_000)
    } catch {
      throw .noCredentials(error.description, remedy: "let credential_source name a file that can be read")
    }
  }

  private func picked(from bytes: [UInt8], of place: String) throws(ObjectStoreError) -> Secret {
    let document = member == nil ? nil : try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    let text = member.map { document?[$0]?.text } ?? String(decoding: bytes, as: UTF8.self).trimmed
    guard let text, text.isToken else {
      throw .noCredentials("\(place) holds no token", remedy: "correct `format` of credential_source")
    }
    return Secret(text)
  }
}
