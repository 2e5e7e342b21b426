import Findings

/// Writes requests in the forms that pipeline.yml asks for.
public struct RequestFormatter: Hashable, Sendable {
  /// Each form, and whether it is of the twins that FCM only checks.
  private let variants: [Variant]
  private let project: ProjectIdentifier?

  private struct Variant: Hashable, Sendable {
    let format: RequestFormat
    let isRehearsal: Bool
  }

  /// nil when a form names the project and none is known.
  public init?(_ settings: ComposeSettings) {
    guard !settings.lacksProject else { return nil }
    project = settings.project
    let rehearsals = settings.rehearses ? settings.formats.filter(\.hasRehearsal) : []
    variants =
      settings.formats.map { Variant(format: $0, isRehearsal: false) }
      + rehearsals.map { Variant(format: $0, isRehearsal: true) }
  }

  /// In no form at all, for those who ask only whether a message has a request.
  public static let none = RequestFormatter(variants: [], project: nil)

  private init(variants: [Variant], project: ProjectIdentifier?) {
    self.variants = variants
    self.project = project
  }

  /// The request in every form. Nothing in it depends on other requests, so that several can be written at once.
  public func format(_ request: ComposedRequest) -> FormattedRequest {
    FormattedRequest(
      id: request.id, assetURLs: request.assetURLs, forms: variants.map { form(of: request, $0) })
  }

  /// The files of all requests, in the order of the forms.
  public var sharedFiles: [SharedRequestFile] {
    variants.compactMap { variant in
      guard case .all(let name) = variant.format.place else { return nil }
      let folder = variant.isRehearsal ? RequestFolderLayout.rehearsalFolder : ""
      let (opening, closing) = surroundings(of: variant.format)
      return SharedRequestFile(
        format: variant.format, isRehearsal: variant.isRehearsal, path: folder + name, opening: Array(opening.utf8),
        closing: Array(closing.utf8))
    }
  }

  private func form(of request: ComposedRequest, _ variant: Variant) -> FormattedRequest.Form {
    let isShared = if case .all = variant.format.place { true } else { false }
    return FormattedRequest.Form(
      format: variant.format, isRehearsal: variant.isRehearsal,
      path: RequestFolderLayout.path(of: request.id, as: variant.format, isRehearsal: variant.isRehearsal),
      isShared: isShared, bytes: bytes(of: request, variant),
      headers: variant.format.headers(of: request.request.message))
  }

  /// A project is there for each form that names one, and the composer has seen that a message has every form.
  private func bytes(of request: ComposedRequest, _ variant: Variant) -> [UInt8] {
    let (body, isRehearsal) = (request.request, variant.isRehearsal)
    return switch variant.format {
    case .fcmV1: body.bodyText(validateOnly: isRehearsal)
    case .fcmV1Lines: body.bodyLine(validateOnly: isRehearsal) + [UInt8(ascii: "\n")]
    case .curl: text { CurlScript(request: request, project: $0, isRehearsal: isRehearsal).text }
    case .http: text { HTTPFile(project: $0).text(of: request, isRehearsal: isRehearsal) }
    case .adminNode: element(.javaScript, try? AdminNodeMessage(message: body.message).literal(), request)
    case .adminPython: element(.python, try? AdminPythonMessage(message: body.message).literal(), request)
    // Without white space, so that the file's length is the payload's.
    case .apns: (try? JSONText.compact(DevicePayload.apns(of: body.message))) ?? []
    case .webpush: (try? JSONText.compact(DevicePayload.webpush(of: body.message))) ?? []
    }
  }

  private func text(_ make: (ProjectIdentifier) -> String) -> [UInt8] { project.map { Array(make($0).utf8) } ?? [] }

  private func element(
    _ language: SourceWriter.Language, _ literal: SourceLiteral?, _ request: ComposedRequest
  ) -> [UInt8] {
    guard let literal else { return [] }
    var writer = SourceWriter(language, depth: 1)
    writer.writeElement(literal, comment: request.id.rawValue)
    return Array(writer.text.utf8)
  }

  private func surroundings(of format: RequestFormat) -> (opening: String, closing: String) {
    switch format {
    case .http: (project.map { HTTPFile(project: $0).opening } ?? "", "")
    case .adminNode: (AdminNodeMessage.opening, AdminNodeMessage.closing)
    case .adminPython: (AdminPythonMessage.opening, AdminPythonMessage.closing)
    case .fcmV1, .fcmV1Lines, .curl, .apns, .webpush: ("", "")
    }
  }
}

extension RequestFormat {
  /// The header fields that a push service must get with the payload.
  fileprivate func headers(of message: JSONValue) -> [String: String] {
    let section: JSONValue? =
      switch self {
      case .apns: message["apns"]
      case .webpush: message["webpush"]
      default: nil
      }
    return (section?["headers"]?.members ?? [:]).compactMapValues(\.text)
  }

  /// Why a message cannot be said in this form; nil where it can.
  func fault(of message: JSONValue) -> FormatFault? {
    do throws(FormatFault) {
      switch self {
      case .adminNode: _ = try AdminNodeMessage(message: message).literal()
      case .adminPython: _ = try AdminPythonMessage(message: message).literal()
      case .fcmV1, .fcmV1Lines, .curl, .http, .apns, .webpush: break
      }
      return nil
    } catch {
      return error
    }
  }
}

extension ComposeSettings {
  /// Whether a form names the project that requests go to, and none is known.
  public var lacksProject: Bool { project == nil && formats.contains(where: \.needsProject) }
}
