import Findings

/// Writes requests in one form, either as those that FCM delivers or as their validate-only twins.
public struct RequestWriter: Sendable {
  public let form: RequestForm
  /// Whether FCM is asked only to check the message.
  public let isValidateOnly: Bool
  private let writer: RequestForm.Writer

  /// nil when the form names the project and none is known.
  init?(_ form: RequestForm, for project: ProjectIdentifier?, isValidateOnly: Bool) {
    guard let writer = form.writer(for: project) else { return nil }
    (self.form, self.isValidateOnly, self.writer) = (form, isValidateOnly, writer)
  }

  /// The file of the request with this identifier, relative to the request folder.
  func path(of id: MessageIdentifier) -> String { folder + form.place.path(of: id) }

  /// The request in this form.
  ///
  /// - Throws: `FormatError` where the form has no words for a field of it.
  package func file(of request: ComposedRequest) throws(FormatError) -> ComposedRequest.File {
    ComposedRequest.File(
      form: form, isValidateOnly: isValidateOnly, path: path(of: request.id),
      bytes: try writer.bytes(request, isValidateOnly), headers: writer.headers(request))
  }

  /// The file of all requests and what is next to it, relative to the request folder, with the bytes that they begin with; empty where
  /// each request has its own file.
  public var sharedFiles: [(path: String, opening: [UInt8])] {
    guard case .all(let own, let name, let programs) = form.place else { return [] }
    return [(folder + own + name, [])] + programs.map { (folder + $0, Array(EmbeddedFile.text($0).utf8)) }
  }

  private var folder: String { isValidateOnly ? RequestFolderLayout.validateOnlyFolder : "" }
}

extension RequestForm.Place {
  /// The file that has the request, without the folder of validate-only twins.
  fileprivate func path(of id: MessageIdentifier) -> String {
    switch self {
    case .each(let folder, let suffix, _): folder + id.rawValue + suffix
    case .all(let folder, let name, _): folder + name
    }
  }

  /// Its folder in the request folder, empty for that itself.
  fileprivate var folder: String {
    switch self {
    case .each(let folder, _, _), .all(let folder, _, _): folder
    }
  }

  /// Whether a file of this name in that folder may be of the form.
  fileprivate func has(_ name: String) -> Bool {
    switch self {
    case .each(_, let suffix, _): name.hasSuffix(suffix)
    case .all(let folder, let shared, let programs): name == shared || programs.contains(folder + name)
    }
  }
}

/// Where the forms of the requests lie in the request folder, and so which of its files are richpush's.
///
/// Scripts send every `*.json` of the folder itself, so besides the index nothing but requests lies there under such a name.
public struct RequestFolderLayout: Sendable {
  /// The folder of the twins that FCM only checks: each lies in it as its request lies in the request folder.
  public static let validateOnlyFolder = "validate-only/"

  /// The folders of files that are richpush's, each with a slash at its end and before those inside it. The first is the
  /// request folder itself.
  public let folders: [String]
  private let forms: [RequestForm]

  /// - Parameter forms: all that there are, and not only those that are wanted now: files of others are those of former runs.
  public init(of forms: [RequestForm] = RequestForm.all) {
    self.forms = forms
    let twins = forms.filter(\.hasValidateOnlyTwin)
    folders = Self.folders(of: forms) + Self.folders(of: twins).map { Self.validateOnlyFolder + $0 }
  }

  private static func folders(of forms: [RequestForm]) -> [String] {
    [""] + Set(forms.map(\.place.folder)).subtracting([""]).sorted()
  }

  /// Whether a name in one of `folders` is richpush's.
  public func owns(_ name: String, in folder: String) -> Bool {
    guard !name.hasPrefix(".") else { return false }
    let isValidateOnly = folder.hasPrefix(Self.validateOnlyFolder)
    let place = isValidateOnly ? String(folder.dropFirst(Self.validateOnlyFolder.count)) : folder
    return forms.contains { form in
      (form.hasValidateOnlyTwin || !isValidateOnly) && form.place.folder == place && form.place.has(name)
    }
  }
}
