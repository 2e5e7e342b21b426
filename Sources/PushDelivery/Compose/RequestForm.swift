import Findings

/// A form of requests for a particular sender.
///
/// Two forms are equal if they have the same name.
public struct RequestForm: Sendable {
  /// Its name under `compose.formats` and in the index of the request folder.
  public let name: String
  /// Its place in the request folder.
  public let place: Place
  /// Whether it is the body of a request, so that a twin can ask FCM only for a check. The Admin SDKs choose on sending, and device
  /// payloads cannot.
  public let hasValidateOnlyTwin: Bool
  /// Whether it names the project of the request.
  public let needsProject: Bool
  /// The header fields that a request needs if it goes to a push service directly.
  let headers: @Sendable (ComposedRequest) -> [String: String]
  let bytes: Bytes

  /// The bytes of a request, or of its validate-only twin. Throws if the form cannot express it. The project may be empty unless the form
  /// needs it.
  package typealias Bytes =
    @Sendable (
      ComposedRequest, _ isValidateOnly: Bool, _ project: String
    ) throws(FormatError) -> [UInt8]

  /// The places of the forms, relative to the request folder.
  public enum Place: Hashable, Sendable {
    /// A separate file for each request: its identifier and the suffix, in the request folder itself or in a folder of that. In a folder,
    /// no form's suffix is the end of another's.
    ///
    /// - Parameters:
    ///   - folder: empty, or one name and a slash.
    ///   - isExecutable: whether you may run it.
    case each(folder: String = "", suffix: String, isExecutable: Bool = false)
    /// One file for all of them.
    ///
    /// - Parameters:
    ///   - folder: empty, or one name and a slash.
    ///   - programs: that send it, next to it: their paths in the request folder and in Resources.
    case all(folder: String = "", name: String, programs: [String] = [])

    /// The file of the request, without the folder of validate-only twins.
    func path(of id: MessageIdentifier) -> String {
      switch self {
      case .each(let folder, let suffix, _): folder + id.rawValue + suffix
      case .all(let folder, let name, _): folder + name
      }
    }

    /// Its folder in the request folder; empty for that.
    var folder: String {
      switch self {
      case .each(let folder, _, _), .all(let folder, _, _): folder
      }
    }

    /// Whether a file of this name there may be of this form.
    func has(_ name: String) -> Bool {
      switch self {
      case .each(_, let suffix, _): name.hasSuffix(suffix)
      case .all(let folder, let shared, let programs): name == shared || programs.contains(folder + name)
      }
    }
  }

  /// Each request is written independently of others.
  package init(
    _ name: String, at place: Place, hasValidateOnlyTwin: Bool = false, needsProject: Bool = false,
    headers: @escaping @Sendable (ComposedRequest) -> [String: String] = { _ in [:] }, bytes: @escaping Bytes
  ) {
    (self.name, self.place, self.hasValidateOnlyTwin) = (name, place, hasValidateOnlyTwin)
    (self.needsProject, self.headers, self.bytes) = (needsProject, headers, bytes)
  }

  /// Every form that pipeline.yml may ask for.
  public static let all: [RequestForm] = [.fcmV1, .fcmV1Lines, .curl, .admin, .apns, .webpush]

  /// The body of `messages:send`, a file for each request.
  public static let fcmV1 = RequestForm(
    "fcm-v1", at: .each(suffix: ".json"), hasValidateOnlyTwin: true
  ) { request, isValidateOnly, _ in request.bodyText(validateOnly: isValidateOnly) }

  /// The same, one line for each request, for queues.
  public static let fcmV1Lines = RequestForm(
    "fcm-v1-jsonl", at: .all(name: "requests.jsonl"), hasValidateOnlyTwin: true
  ) { request, isValidateOnly, _ in request.bodyLine(validateOnly: isValidateOnly) + [UInt8(ascii: "\n")] }

  /// Messages, one on each line, and programs that send them with the Admin SDKs for Node.js and Python.
  public static let admin = RequestForm(
    "admin", at: .all(folder: "admin/", name: "messages.jsonl", programs: ["admin/send.mjs", "admin/send.py"])
  ) { (request, _, _) throws(FormatError) in
    for path in unknownToSDKs where request.node.node(at: path) != nil {
      throw FormatError(path: path, reason: "firebase-admin for Python does not have this field")
    }
    return JSONText.compact(request.node) + [UInt8(ascii: "\n")]
  }

  /// Fields that `messaging.Message` of firebase-admin 7.7 for Python does not have (`_messaging_utils.py`).
  private static let unknownToSDKs = [
    ["android_v2"], ["android", "notification", "bypass_proxy_notification"],
    ["webpush", "fcm_options", "analytics_label"],
  ]

  /// The payload for APNs, to send without FCM. Without white space, so that the file's length is the payload's.
  public static let apns = RequestForm(
    "apns", at: .each(folder: "apns/", suffix: ".json"), headers: pushHeaders(of: "apns")
  ) { request, _, _ in JSONText.compact(DevicePayload.apns(of: request.node)) }

  /// The payload for a browser's push service.
  public static let webpush = RequestForm(
    "webpush", at: .each(folder: "webpush/", suffix: ".json"), headers: pushHeaders(of: "webpush")
  ) { request, _, _ in JSONText.compact(DevicePayload.webpush(of: request.node)) }

  /// The header fields that a push service needs with the payload, from a section of the message.
  private static func pushHeaders(of section: String) -> @Sendable (ComposedRequest) -> [String: String] {
    { request in
      let headers = request.node[section, "headers"]?.members ?? []
      return Dictionary(headers.compactMap { header in header.value.text.map { (header.name, $0) } }) { $1 }
    }
  }

  /// A shell script that sends with curl.
  public static let curl = RequestForm(
    "curl", at: .each(folder: "curl/", suffix: ".sh", isExecutable: true), hasValidateOnlyTwin: true, needsProject: true
  ) { request, isValidateOnly, project in Array(curlScript(request, isValidateOnly, project).utf8) }

  /// A line of the body cannot equal the delimiter: lines of indented JSON begin with braces, brackets, white space or quotation marks, and
  /// texts contain no line breaks.
  private static let delimiter = "END_OF_REQUEST"

  /// A POSIX shell script that sends one request with curl. The shell never interprets any of the message.
  private static func curlScript(_ request: ComposedRequest, _ isValidateOnly: Bool, _ project: String) -> String {
    """
    #!/bin/sh
    # \(isValidateOnly ? "Has FCM check" : "Sends") \(request.id) with curl 7.76 or later. Written by richpush.
    #
    #   FCM_TOKEN=$(gcloud auth print-access-token) sh \(request.id).sh
    #
    # FCM_TOKEN: an OAuth 2.0 access token of an account that may send for the project.
    # FCM_ENDPOINT: another server instead of FCM, for trials.
    set -eu

    : "${FCM_TOKEN:?is not set; it takes an access token, as of gcloud auth print-access-token}"

    # The token goes through a file descriptor, since lists of processes show arguments.
    exec curl --silent --show-error --fail-with-body --max-time 60 \\
      --request POST "${FCM_ENDPOINT:-\(SendEndpoint.origin)}\(SendEndpoint.path(of: project))" \\
      --header 'Content-Type: application/json; charset=UTF-8' --header @/dev/fd/3 \\
      --data-binary @- 3<<END_OF_TOKEN <<'\(delimiter)'
    Authorization: Bearer $FCM_TOKEN
    END_OF_TOKEN

    """ + String(decoding: request.bodyText(validateOnly: isValidateOnly), as: UTF8.self) + delimiter + "\n"
  }
}

extension RequestForm: Hashable, CustomStringConvertible {
  public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  public var description: String { name }
}

/// A field of a message that a form cannot express.
package struct FormatError: Error, Hashable {
  /// The names on the way to the field, as in the REST reference; empty for the whole message.
  package let path: [String]
  /// The reason, in words that follow "it cannot be said".
  package let reason: String

  package init(path: [String], reason: String) { (self.path, self.reason) = (path, reason) }
}
