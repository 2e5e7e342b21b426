import Findings

/// Writes requests in one form, either as those that FCM delivers or as their validate-only twins.
public struct RequestWriter: Sendable {
  public let form: RequestForm
  /// Whether FCM only checks the message.
  public let isValidateOnly: Bool
  private let writer: RequestForm.Writer

  /// nil if the form names the project and that is unknown.
  init?(_ form: RequestForm, for project: ProjectIdentifier?, isValidateOnly: Bool) {
    guard let writer = form.writer(for: project) else { return nil }
    (self.form, self.isValidateOnly, self.writer) = (form, isValidateOnly, writer)
  }

  /// The file of this identifier's request, relative to the request folder.
  func path(of id: MessageIdentifier) -> String { folder + form.place.path(of: id) }

  /// The request in this form.
  ///
  /// - Throws: `FormatError` if the form cannot express a field.
  package func file(of request: ComposedRequest) throws(FormatError) -> ComposedRequest.File {
    ComposedRequest.File(
      form: form, isValidateOnly: isValidateOnly, path: path(of: request.id),
      bytes: try writer.bytes(request, isValidateOnly), headers: writer.headers(request))
  }

  /// The shared file and the programs next to it, relative to the request folder, with their first bytes; empty if each request has a
  /// separate file.
  public var sharedFiles: [(path: String, opening: [UInt8])] {
    guard case .all(let own, let name, let programs) = form.place else { return [] }
    return [(folder + own + name, [])] + programs.map { (folder + $0, Array(EmbeddedFile.text($0).utf8)) }
  }

  private var folder: String { isValidateOnly ? RequestFolderLayout.validateOnlyFolder : "" }
}

extension RequestForm.Place {
  /// The file of the request, without the folder of validate-only twins.
  fileprivate func path(of id: MessageIdentifier) -> String {
    switch self {
    case .each(let folder, let suffix, _): folder + id.rawValue + suffix
    case .all(let folder, let name, _): folder + name
    }
  }

  /// Its folder in the request folder; empty for that.
  fileprivate var folder: String {
    switch self {
    case .each(let folder, _, _), .all(let folder, _, _): folder
    }
  }

  /// Whether a file of this name there may be of this form.
  fileprivate func has(_ name: String) -> Bool {
    switch self {
    case .each(_, let suffix, _): name.hasSuffix(suffix)
    case .all(let folder, let shared, let programs): name == shared || programs.contains(folder + name)
    }
  }
}

/// The places of the request forms in the request folder, and so the files that belong to richpush.
///
/// Scripts send every `*.json` directly in the folder, so only requests have such names there, except the index.
public struct RequestFolderLayout: Sendable {
  /// The folder of the validate-only twins: each has the same place in it as its request in the main one.
  public static let validateOnlyFolder = "validate-only/"

  /// The folders of richpush's files, each ending in a slash and before those inside it. The first is the request folder.
  public let folders: [String]
  private let forms: [RequestForm]

  /// - Parameter forms: all of them, not only those wanted now: other files are from earlier runs.
  public init(of forms: [RequestForm] = RequestForm.all) {
    self.forms = forms
    let twins = forms.filter(\.hasValidateOnlyTwin)
    folders = Self.folders(of: forms) + Self.folders(of: twins).map { Self.validateOnlyFolder + $0 }
  }

  private static func folders(of forms: [RequestForm]) -> [String] {
    [""] + Set(forms.map(\.place.folder)).subtracting([""]).sorted()
  }

  /// Whether a name in one of `folders` is ours.
  public func owns(_ name: String, in folder: String) -> Bool {
    guard !name.hasPrefix(".") else { return false }
    let isValidateOnly = folder.hasPrefix(Self.validateOnlyFolder)
    let place = isValidateOnly ? String(folder.dropFirst(Self.validateOnlyFolder.count)) : folder
    return forms.contains { form in
      (form.hasValidateOnlyTwin || !isValidateOnly) && form.place.folder == place && form.place.has(name)
    }
  }
}
