extension RequestForm {
  /// What editors' REST clients send.
  public static let http = RequestForm("http", at: .all(name: "requests.http"), hasValidateOnlyTwin: true) { project in
    let file = HTTPFile(project: project)
    return Writer(opening: file.opening) { request, isValidateOnly in
      Array(file.text(of: request, isValidateOnly: isValidateOnly).utf8)
    }
  }
}

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
    @endpoint = \(SendEndpoint.origin)
    @project = \(project)


    """
  }

  /// One request, with the line that parts it from the one before.
  ///
  /// - Parameter isValidateOnly: whether FCM only checks the message.
  func text(of request: ComposedRequest, isValidateOnly: Bool) -> String {
    """
    ### \(request.id)
    # \(request.proof.sentence)
    POST {{endpoint}}\(SendEndpoint.path(of: "{{project}}"))
    Authorization: Bearer {{token}}
    Content-Type: application/json; charset=UTF-8


    """ + Self.withoutVariables(request.bodyText(validateOnly: isValidateOnly)) + "\n"
  }

  /// Two braces would be the name of a variable, which clients replace in bodies too. Outside of texts JSON has no two.
  private static func withoutVariables(_ body: [UInt8]) -> String {
    String(decoding: body, as: UTF8.self).replacing("{{", with: "{\\u007b")
  }
}
