/// A form in which requests are written, for whatever sends them: everything that is to be known of it.
///
/// Two forms are equal when they have the same name.
public struct RequestForm: Sendable {
  /// Its name under `compose.formats` and in the index of the request folder.
  public let name: String
  /// Where it lies in the request folder.
  public let place: Place
  /// Whether it is the body of a request, which may ask FCM for a check instead of a delivery, so that each has a twin that
  /// does. The Admin SDKs are asked when they send, and what reaches a device asks for nothing.
  public let hasValidateOnlyTwin: Bool
  private let source: Source

  /// Where the forms of requests lie, relative to the request folder.
  public enum Place: Hashable, Sendable {
    /// A file of its own for each request: its identifier and the suffix, in the request folder itself or in a folder of that.
    /// No suffix is the end of another form's in the same folder.
    ///
    /// - Parameters:
    ///   - folder: empty, or one name and a slash.
    ///   - isExecutable: whether people may run it.
    case each(folder: String = "", suffix: String, isExecutable: Bool = false)
    /// One file for all of them.
    ///
    /// - Parameters:
    ///   - folder: empty, or one name and a slash.
    ///   - programs: that send it, and are next to it: their paths in the request folder, which are those of templates in Resources too.
    case all(folder: String = "", name: String, programs: [String] = [])
  }

  /// Writes requests in a form. Nothing in what it writes of one request depends on others.
  package struct Writer: Sendable {
    /// The header fields that a push service must get with a request, where that goes to it directly.
    var headers: @Sendable (ComposedRequest) -> [String: String] = { _ in [:] }
    /// The bytes of a request, or of its validate-only twin. Throws for what the form cannot express.
    var bytes: @Sendable (ComposedRequest, _ isValidateOnly: Bool) throws(FormatError) -> [UInt8]

    package init(
      headers: @escaping @Sendable (ComposedRequest) -> [String: String] = { _ in [:] },
      bytes: @escaping @Sendable (ComposedRequest, _ isValidateOnly: Bool) throws(FormatError) -> [UInt8]
    ) {
      (self.headers, self.bytes) = (headers, bytes)
    }
  }

  /// What must be known before a request can be written.
  private enum Source {
    case requestAlone(Writer)
    case withProject(@Sendable (ProjectIdentifier) -> Writer)
  }

  /// A form that needs nothing but the request.
  package init(_ name: String, at place: Place, hasValidateOnlyTwin: Bool = false, writer: Writer) {
    (self.name, self.place, self.hasValidateOnlyTwin) = (name, place, hasValidateOnlyTwin)
    source = .requestAlone(writer)
  }

  /// A form that names the project which the request goes to.
  package init(
    _ name: String, at place: Place, hasValidateOnlyTwin: Bool = false,
    writerForProject: @escaping @Sendable (ProjectIdentifier) -> Writer
  ) {
    (self.name, self.place, self.hasValidateOnlyTwin) = (name, place, hasValidateOnlyTwin)
    source = .withProject(writerForProject)
  }

  /// Whether it names the project that the request goes to.
  public var needsProject: Bool { if case .withProject = source { true } else { false } }

  /// What writes it; nil where it names the project and none is known.
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

/// A field of a message that a form has no words for.
package struct FormatError: Error, Hashable {
  /// The names on the way to the field, by those of the REST reference; none for the message as a whole.
  package let path: [String]
  /// Why it cannot be said, in words that go on after "it cannot be said".
  package let reason: String

  package init(path: [String], reason: String) { (self.path, self.reason) = (path, reason) }
}
