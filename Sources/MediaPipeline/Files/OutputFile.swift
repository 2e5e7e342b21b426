public import Essentials
public import Findings
import SystemPackage

/// A file that a command will write at its end, and any obstacle known before the command begins.
public struct OutputFile: Sendable {
  private let path: String
  /// Its setting: a flag such as `--report`, a variable, or a pipeline.yml key.
  private let origin: Diagnostic.Subject
  private let kind: OutputKind
  private let closedFolders: [ClosedFolder]

  /// A folder that must not hold this file, and why.
  package struct ClosedFolder: Sendable {
    let path: String
    let reason: String

    /// - Parameter reason: the text after "cannot be used: " in messages.
    package init(_ path: String, _ reason: String) { (self.path, self.reason) = (path, reason) }
  }

  /// - Parameter flag: the flag that names it, as in `--report`.
  public init(path: String, _ kind: OutputKind, flag: String) {
    self.init(path: path, kind, namedBy: .init(.configuration, flag), outsideOf: [])
  }

  package init(
    path: String, _ kind: OutputKind, namedBy origin: Diagnostic.Subject, outsideOf closedFolders: [ClosedFolder]
  ) {
    (self.path, self.kind, self.origin, self.closedFolders) = (path, kind, origin, closedFolders)
  }

  /// Why it could not be written, as far as known now; nil if nothing prevents it. An impossible path is an error of the configuration, a
  /// refusal by the system one of the machine.
  public var diagnostic: Diagnostic? {
    if let foreign = ForeignPath(path) {
      return Diagnostic(.setting("path", path.quoted, foreign.reason, foreign.remedy), origin)
    }
    if let closed = closedFolders.first(where: {
      FileSystem.lies(RelativePath.resolved(path), in: RelativePath.resolved($0.path))
    }) {
      return Diagnostic(.setting("closedFolder", path.quoted, closed.reason, closed.path.quoted), origin)
    }
    if let reason = wrongPath { return Diagnostic(.setting("unwritable", path.quoted, reason), origin) }
    if !kind.mayReplace(path) { return Diagnostic(.setting("foreignFile", path.quoted, kind.name), origin) }
    guard let refusal else { return nil }
    let error = FileSystemError("write", path, refusal)
    return error.diagnostic(of: path, error.description)
  }

  /// Why no file can have this path.
  private var wrongPath: String? {
    switch (FileSystem.kind(of: path), FileSystem.kind(of: folder)) {
    case (.folder, _): "it is a folder"
    // Renaming would replace a device with a file.
    case (.other, _) where kind.replacesWhole: "it is no file"
    case (.other, _): nil
    case (_, .missing): "there is no folder \(folder.quoted)"
    case (_, .file), (_, .other): "\(folder.quoted) is no folder"
    case (_, .folder), (_, .unreadable): nil
    }
  }

  /// The error that the system would give; nil if the file is written through a link or to a device, since it is unknown then.
  private var refusal: Errno? {
    guard kind.replacesWhole || FileSystem.isRegularFile(path) || !FileSystem.exists(path) else { return nil }
    return FileSystem.refusalOfNewFiles(in: folder)
  }

  private var folder: String {
    // A kept link is written in its target's folder.
    let target = kind.replacesWhole ? FileSystem.canonicalPath(path) ?? path : path
    return FileSystem.parent(of: target)
  }
}

extension [OutputFile] {
  /// Why they cannot be written, as far as known now. Of two with one path, the later would replace the other.
  public var diagnostics: [Diagnostic] {
    compactMap(\.diagnostic)
      + indices.compactMap { index in self[..<index].lazy.compactMap(self[index].conflict).first }
  }
}

extension OutputFile {
  fileprivate func conflict(with other: OutputFile) -> Diagnostic? {
    let names = [path, other.path].map { FileSystem.canonicalPath($0) ?? RelativePath.resolved($0) }
    guard names[0] == names[1], FileSystem.isRegularFile(names[0]) || !FileSystem.exists(names[0]) else { return nil }
    return Diagnostic(
      .configurationConflict, origin,
      "\(path.quoted) cannot be both \(kind.name) and \(other.kind.name): one would replace the other",
      remedy: "name another file")
  }

  /// Writes a file as a whole or not at all; a link or a device is written to.
  /// - Parameter body: passes the bytes to its argument, some at a time.
  /// - Throws: what `body` throws; `FileSystemError`.
  public static func write(to path: String, _ body: ((Data) throws -> Void) throws -> Void) throws {
    guard FileSystem.isRegularFile(path) || !FileSystem.exists(path) else { return try writeThrough(path, body) }
    let draft = try DurableFile.Draft(of: path)
    try body { try draft.append(Array($0)) }
    try draft.commit(as: path)
  }

  private static func writeThrough(_ path: String, _ body: ((Data) throws -> Void) throws -> Void) throws {
    let file = try FileSystemError.naming("write", path) {
      try FileDescriptor.open(
        path, .writeOnly, options: [.create, .truncate, .closeOnExec],
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
    }
    defer { try? file.close() }
    try body { bytes in _ = try FileSystemError.naming("write", path) { try file.writeAll(bytes) } }
  }
}

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
  /// The findings that a check ignores.
  public static let baseline = OutputKind("a baseline", [#"{"findings":"#], replacesWhole: true)
  /// A check's report with these beginnings.
  public static func checkReport(as form: String, beginnings: [String]) -> OutputKind {
    OutputKind("a report of a check as \(form)", beginnings)
  }

  /// Whether a command may replace this file: it is missing, empty, or of this kind. Texts have no typical beginning, so the file name
  /// decides. A device or a pipe may always be written to.
  public func mayReplace(_ path: String) -> Bool {
    guard case .file = FileSystem.kind(of: path) else { return true }
    guard let beginning = Self.beginning(of: path) else { return false }
    guard !beginning.isEmpty else { return true }
    guard !beginnings.isEmpty else { return Self.endingsOfTexts.contains(FilePath(path).extension?.lowercased() ?? "") }
    return begins(beginning)
  }

  /// Whether a file is of this kind, by its beginning.
  func isKind(of path: String) -> Bool { Self.beginning(of: path).map(begins) ?? false }

  private func begins(_ beginning: String) -> Bool { beginnings.contains(where: beginning.hasPrefix) }

  private static let endingsOfTexts: Set<String> = ["", "txt", "text", "log", "out", "md"]

  /// The first characters without white space; nil if the file cannot be read.
  private static func beginning(of path: String) -> String? {
    (try? FileReading.start(of: path, count: 4096)).map { bytes in
      String(decoding: bytes.filter { $0 > UInt8(ascii: " ") }, as: UTF8.self)
    }
  }
}
