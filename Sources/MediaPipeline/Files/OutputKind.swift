import SystemPackage

/// The kind of file that a command writes to a user's path. A wrong path must not destroy a table or a picture, so a command replaces a
/// file only if it begins like this kind.
public struct OutputKind: Hashable, Sendable {
  /// Named in messages: "a report of a check as SARIF".
  let name: String
  /// Such a file's possible beginnings, without white space. Empty for a text, which has none.
  private let beginnings: [String]
  /// Whether the whole file is replaced, so that it cannot be a device.
  let replacesWhole: Bool

  private init(_ name: String, _ beginnings: [String], replacesWhole: Bool = false) {
    (self.name, self.beginnings, self.replacesWhole) = (name, beginnings, replacesWhole)
  }

  /// The report of a run.
  public static let report = OutputKind("a report of a run", [#"{"assets":"#])
  /// The contact sheet of a run.
  public static let page = OutputKind(
    "a contact sheet", [#"<!doctypehtml><htmllang="en"><head><metacharset="utf-8"><metahttp-equiv="Content-"#],
    replacesWhole: true)
  /// Written by `plan --save`.
  public static let plan = OutputKind("a plan of a run", [#"{"campaign":"#], replacesWhole: true)
  /// The findings that a check ignores.
  public static let baseline = OutputKind("a baseline", [#"{"findings":"#], replacesWhole: true)
  /// A check's report with these beginnings.
  public static func checkReport(as form: String, beginnings: [String]) -> OutputKind {
    OutputKind("a report of a check as \(form)", beginnings)
  }
  /// The log. Lines are added at its end, which would also damage a table or a picture.
  public static let log = OutputKind("a log", ["0000-00-00T", #"{"level":"#])

  /// Whether a command may replace this file: it is missing, empty, or of this kind. Texts have no typical beginning, so the file name
  /// decides. A device or a pipe may always be written to.
  public func mayReplace(_ path: String) -> Bool {
    guard case .file = FileSystem.kind(of: path) else { return true }
    guard let beginning = Self.beginning(of: path) else { return false }
    guard !beginning.isEmpty else { return true }
    guard !beginnings.isEmpty else { return Self.endingsOfTexts.contains(FilePath(path).extension?.lowercased() ?? "") }
    // A line of a log begins with a date, whose digits do not matter.
    let date = beginning.prefix(11).map { $0.isNumber ? "0" : $0 }
    return beginnings.contains { beginning.hasPrefix($0) || $0.elementsEqual(date) }
  }

  private static let endingsOfTexts: Set<String> = ["", "txt", "text", "log", "out", "md"]

  /// The first characters without white space; nil if the file cannot be read.
  private static func beginning(of path: String) -> String? {
    guard let file = try? FileDescriptor.open(path, .readOnly, options: .closeOnExec) else { return nil }
    defer { try? file.close() }
    let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      count = (try? file.read(into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
    }
    return String(decoding: bytes.filter { $0 > UInt8(ascii: " ") }, as: UTF8.self)
  }
}
