extension RequestForm {
  /// A shell script that sends with curl.
  public static let curl = RequestForm(
    "curl", at: .each(folder: "curl/", suffix: ".sh", isExecutable: true), hasValidateOnlyTwin: true
  ) { project in
    Writer { request, isValidateOnly in
      Array(CurlScript(request: request, project: project, isValidateOnly: isValidateOnly).text.utf8)
    }
  }
}

/// A POSIX shell script that sends one request with curl. The shell never interprets any of the message.
struct CurlScript {
  let request: ComposedRequest
  let project: ProjectIdentifier
  /// Whether FCM only checks the message.
  let isValidateOnly: Bool

  /// A line of the body cannot equal the delimiter: lines of indented JSON begin with braces, brackets, white space or quotation marks, and
  /// texts contain no line breaks.
  private static let delimiter = "END_OF_REQUEST"

  var text: String {
    """
    #!/bin/sh
    # \(isValidateOnly ? "Has FCM check" : "Sends") \(request.id) with curl 7.76 or later. Written by richpush.
    # \(request.proof.sentence)
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
      --data-binary @- 3<<END_OF_TOKEN <<'\(Self.delimiter)'
    Authorization: Bearer $FCM_TOKEN
    END_OF_TOKEN

    """ + String(decoding: request.bodyText(validateOnly: isValidateOnly), as: UTF8.self) + Self.delimiter + "\n"
  }
}
