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
  private let source: Source

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
  }

  /// Writes requests in a form. Each request is written independently of others.
  package struct Writer: Sendable {
    /// The header fields that a request needs if it goes to a push service directly.
    var headers: @Sendable (ComposedRequest) -> [String: String] = { _ in [:] }
    /// The bytes of a request, or of its validate-only twin. Throws if the form cannot express it.
    var bytes: @Sendable (ComposedRequest, _ isValidateOnly: Bool) throws(FormatError) -> [UInt8]

    package init(
      headers: @escaping @Sendable (ComposedRequest) -> [String: String] = { _ in [:] },
      bytes: @escaping @Sendable (ComposedRequest, _ isValidateOnly: Bool) throws(FormatError) -> [UInt8]
    ) {
      (self.headers, self.bytes) = (headers, bytes)
    }
  }

  /// Data that a form needs for a request.
  private enum Source {
    case requestAlone(Writer)
    case withProject(@Sendable (ProjectIdentifier) -> Writer)
  }

  /// A form that needs only the request.
  package init(_ name: String, at place: Place, hasValidateOnlyTwin: Bool = false, writer: Writer) {
    (self.name, self.place, self.hasValidateOnlyTwin) = (name, place, hasValidateOnlyTwin)
    source = .requestAlone(writer)
  }

  /// A form that names the project of the request.
  package init(
    _ name: String, at place: Place, hasValidateOnlyTwin: Bool = false,
    writerForProject: @escaping @Sendable (ProjectIdentifier) -> Writer
  ) {
    (self.name, self.place, self.hasValidateOnlyTwin) = (name, place, hasValidateOnlyTwin)
    source = .withProject(writerForProject)
  }

  /// Whether it names the project of the request.
  public var needsProject: Bool { if case .withProject = source { true } else { false } }

  /// The writer; nil if it names the project and that is unknown.
  func writer(for project: ProjectIdentifier?) -> Writer? {
    switch source {
    case .requestAlone(let writer): writer
    case .withProject(let make): project.map(make)
    }
  }
}

extension RequestForm {
  /// Every form that pipeline.yml may ask for.
  public static let all: [RequestForm] = [.fcmV1, .fcmV1Lines, .curl, .admin, .apns, .webpush]
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
