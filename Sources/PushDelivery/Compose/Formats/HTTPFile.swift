/// A file of requests that REST clients of editors send: REST Client of Visual Studio Code, Visual Studio, and the HTTP Client
/// of JetBrains.
struct HTTPFile {
  let project: ProjectIdentifier

  /// The variables that all requests share.
  var opening: String {
    """
    # Requests for REST clients of editors. Written by richpush.
    #
    # The token is an OAuth 2.0 access token of an account that may send for the project: what the environment has as
    # FCM_TOKEN, or, for clients that do not know $processEnv, what stands here in its place. Do not save a real one here.
    @token = {{$processEnv FCM_TOKEN}}
    @endpoint = \(SendAddress.endpoint)
    @project = \(project)


    """
  }

  /// One request, with the line that parts it from the one before.
  ///
  /// - Parameter isRehearsal: whether FCM only checks the message.
  func text(of request: ComposedRequest, isRehearsal: Bool) -> String {
    """
    ### \(request.id)
    POST {{endpoint}}\(SendAddress.path(of: "{{project}}"))
    Authorization: Bearer {{token}}
    Content-Type: application/json; charset=UTF-8


    """ + Self.withoutVariables(request.request.bodyText(validateOnly: isRehearsal)) + "\n"
  }

  /// Two braces would be the name of a variable, which clients replace in bodies too. Outside of texts JSON has no two.
  private static func withoutVariables(_ body: [UInt8]) -> String {
    String(decoding: body, as: UTF8.self).replacing("{{", with: "{\\u007b")
  }
}

/// A script of the POSIX shell that sends one request with curl. Nothing of the message is ever read by the shell.
struct CurlScript {
  let request: ComposedRequest
  let project: ProjectIdentifier
  /// Whether FCM only checks the message.
  let isRehearsal: Bool

  /// No line of the body can be that of the delimiter: JSON as it is indented here has braces, brackets, white space and
  /// quotation marks at the beginning of its lines, and none within its texts.
  private static let delimiter = "END_OF_REQUEST"

  var text: String {
    """
    #!/bin/sh
    # \(isRehearsal ? "Has FCM check" : "Sends") \(request.id) with curl 7.76 or later. Written by richpush.
    #
    #   FCM_TOKEN=$(gcloud auth print-access-token) sh \(request.id).sh
    #
    # FCM_TOKEN: an OAuth 2.0 access token of an account that may send for the project.
    # FCM_ENDPOINT: another server instead of FCM, for trials.
    set -eu

    : "${FCM_TOKEN:?is not set; it takes an access token, as of gcloud auth print-access-token}"

    # The token goes through a file descriptor, since lists of processes show arguments.
    exec curl --silent --show-error --fail-with-body --max-time 60 \\
      --request POST "${FCM_ENDPOINT:-\(SendAddress.endpoint)}\(SendAddress.path(of: project))" \\
      --header 'Content-Type: application/json; charset=UTF-8' --header @/dev/fd/3 \\
      --data-binary @- 3<<END_OF_TOKEN <<'\(Self.delimiter)'
    Authorization: Bearer $FCM_TOKEN
    END_OF_TOKEN

    """ + String(decoding: request.request.bodyText(validateOnly: isRehearsal), as: UTF8.self) + Self.delimiter + "\n"
  }
}

/// Where requests are sent to (https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send).
enum SendAddress {
  static let endpoint = "https://fcm.googleapis.com"

  static func path(of project: ProjectIdentifier) -> String { path(of: project.rawValue) }

  static func path(of project: String) -> String { "/v1/projects/\(project)/messages:send" }
}
