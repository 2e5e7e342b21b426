public import Findings
import MediaFacts
import PushDelivery

/// A classified argument of a check.
public enum CheckTarget: Hashable, Sendable {
  /// A folder of pictures and messages for `run`.
  case campaign(folder: String)
  /// A picture or video.
  case media(path: String)
  /// A pipeline.yml.
  case configuration(path: String)
  /// A file of send requests.
  case request(path: String)
  /// A program, or a text that richpush does not read.
  ///
  /// - Parameter isNamed: whether it is an argument, so that skipping it is reported.
  case unjudged(path: String, isNamed: Bool)
  /// Standard input: a send request, or the unsaved file of an editor, by its name; `-` without a name.
  case standardInput(name: String)
  case url(String)
}

extension CheckTarget {
  /// The targets of an argument, and the problems found in it.
  public struct Resolution: Hashable, Sendable {
    public var targets: [CheckTarget]
    /// About links that leave a folder, unreadable names and unreadable folders.
    public var diagnostics: [Diagnostic]

    public init(targets: [CheckTarget] = [], diagnostics: [Diagnostic] = []) {
      (self.targets, self.diagnostics) = (targets, diagnostics)
    }
  }

  /// Classifies an argument: `-`, an address, a folder or a file. A folder that `run` would take is one target; so is each folder with a
  /// file of messages below one. In any other folder, each file is a target. A file of messages, and a media file below one, means its
  /// campaign.
  ///
  /// - Parameters:
  ///   - asIs: whether a campaign folder's files are checked as they are.
  ///   - excludedFolders: folders that `run` writes assets to, not part of a campaign.
  ///   - standardInputName: the name of the file in standard input.
  /// - Returns: no target for richpush's own files: reports, indexes, validate-only twins, stale requests.
  /// - Throws: `PipelineError` if it is missing, unreadable, or nothing in it can be checked.
  public static func targets(
    for argument: String, asIs: Bool, excludedFolders: [String] = [], standardInputName: String? = nil
  ) throws(PipelineError) -> Resolution {
    if argument == "-" { return Resolution(targets: [.standardInput(name: standardInputName ?? argument)]) }
    let start = argument.prefix(8).lowercased()
    if start.hasPrefix("http://") || start == "https://" { return Resolution(targets: [.url(argument)]) }
    switch FileSystem.kind(of: argument) {
    case .file where OwnFile.isOwn(argument): return Resolution()
    case .file: return try file(argument, asIs: asIs, excludedFolders: excludedFolders)
    case .folder where OwnFile.isFolder(argument): return Resolution()
    case .folder:
      let folder = try CheckedFolder(argument, excludedFolders: excludedFolders)
      let resolution = folder.resolution(asIs: asIs)
      guard !resolution.targets.isEmpty || !resolution.diagnostics.isEmpty else {
        throw .campaign([.emptyArgument(argument)])
      }
      return resolution
    case .unreadable(let code):
      let error = FileSystemError("read", argument, code)
      throw error.isAboutThePath ? .campaign([.missingArgument(argument)]) : .fileSystem(error)
    case .missing: throw .campaign([.missingArgument(argument)])
    case .other: throw .refused(.campaign("strangeArgument"), .init(.file, argument))
    }
  }

  private static func file(_ path: String, asIs: Bool, excludedFolders: [String]) throws(PipelineError) -> Resolution {
    if let target = target(named: path) { return Resolution(targets: [target]) }
    let start = try PipelineError.wrapping(try FileReading.start(of: path, count: SniffedFormat.neededByteCount))
    let isMedia = SniffedFormat(firstBytes: start).format != nil
    let unjudged = isMedia ? nil : UnjudgedText(fileName: path)
    if unjudged?.isProgram == true { return Resolution(targets: [.unjudged(path: path, isNamed: true)]) }
    if !isMedia, RequestSyntax(textBeginningWith: start) != nil { return Resolution(targets: [.request(path: path)]) }
    if !asIs, let folder = CampaignSearch.campaign(around: path, excludedFolders: excludedFolders) {
      return Resolution(targets: [.campaign(folder: folder)])
    }
    return Resolution(targets: [unjudged == nil ? .media(path: path) : .unjudged(path: path, isNamed: true)])
  }

  /// Classifies a file by its name.
  private static func target(named path: String) -> CheckTarget? {
    if RequestSyntax(fileName: path) != nil { return .request(path: path) }
    if CampaignSearch.isCampaignFile(path) { return .campaign(folder: FileSystem.parent(of: path)) }
    return FileSystem.name(of: path) == configurationName ? .configuration(path: path) : nil
  }

  /// The file name of a configuration.
  static let configurationName = "pipeline.yml"
}

extension CheckTarget {
  /// Whether a file of this name can be judged by its text (an editor's unsaved file). Not a picture, and not a campaign's table, which
  /// needs the files next to it.
  public static func isReadable(standardInputNamed name: String) -> Bool {
    FileSystem.name(of: name) != Campaign.tableName && !MediaFormat.isMediaName(name)
  }
}

extension Diagnostic {
  fileprivate static func missingArgument(_ path: String) -> Diagnostic {
    Diagnostic(
      .argumentMissing, .init(.file, path.maskingUserInfo), "there is nothing at this path",
      remedy: path.contains("://") ? "give an http or https URL, or a path" : nil)
  }

  package static func emptyArgument(_ path: String) -> Diagnostic {
    let isOwn = OwnFile.isFolder(path) || OwnFile.isOwn(path)
    return Diagnostic(.campaign(isOwn ? "ownFile" : "nothingToCheck"), .init(.file, path))
  }
}

/// Finds the campaigns to which files belong, by where their messages are.
enum CampaignSearch {
  /// The folders with a file of messages, relative to the searched one (an empty text for itself). Files in another campaign's folder
  /// belong to that campaign.
  static func campaigns(among files: [String]) -> [String] {
    let folders = Set(files.filter(isCampaignFile).map { String($0.dropLast(FileSystem.name(of: $0).count + 1)) })
    return folders.filter { folder in !folders.contains { $0 != folder && lies(folder, in: $0) } }.sorted()
  }

  /// Whether a path is in a folder, or below it.
  static func lies(_ path: String, in folder: String) -> Bool { folder.isEmpty || path.hasPrefix(folder + "/") }

  /// Whether a file holds messages, by its name.
  static func isCampaignFile(_ path: String) -> Bool { CampaignFiles.names.contains(FileSystem.name(of: path)) }

  /// The nearest folder around a file that has a file of messages; nil if no folder in the path has one, or the file is in a folder that a
  /// run publishes to.
  static func campaign(around path: String, excludedFolders: [String]) -> String? {
    let place = FileSystem.canonicalPath(path) ?? path
    let excluded = excludedFolders.compactMap { FileSystem.canonicalPath($0) }
    guard !excluded.contains(where: { lies(place, in: $0) }) else { return nil }
    var folder = path
    repeat {
      folder = FileSystem.parent(of: folder)
      if CampaignFiles.names.contains(where: { FileSystem.kind(of: folder + "/" + $0).isFile }) { return folder }
      // The text of a path does not tell the folders above the working directory.
    } while ![".", "/"].contains(folder) && FileSystem.name(of: folder) != ".."
    return nil
  }
}
