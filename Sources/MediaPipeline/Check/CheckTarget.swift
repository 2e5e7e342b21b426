public import Findings
import MediaFacts
import PushDelivery

/// One argument of a check, once it is known what it is.
public enum CheckTarget: Hashable, Sendable {
  /// A folder of pictures and messages of which `run` would make renditions and requests.
  case campaign(folder: String)
  /// A picture or video.
  case media(path: String)
  /// A pipeline.yml.
  case configuration(path: String)
  /// A file of send requests.
  case request(path: String)
  /// What standard input holds: a send request, or a file that an editor has not saved, by its name; `-`: it has none.
  case standardInput(name: String)
  case url(String)
}

extension CheckTarget {
  /// What an argument stands for, and what was found in it that cannot be looked at.
  public struct Resolution: Hashable, Sendable {
    public var targets: [CheckTarget]
    /// About links that leave a folder, names that cannot be told, folders that cannot be read.
    public var diagnostics: [Diagnostic]

    public init(targets: [CheckTarget] = [], diagnostics: [Diagnostic] = []) {
      self.targets = targets
      self.diagnostics = diagnostics
    }
  }

  /// What an argument means: `-`, an address, a folder or a file. A folder that `run` would take is one target, and so is each below
  /// a folder that has a file of messages; the files of any other folder are targets of their own. A file of messages, and a media
  /// file below one, stands for its campaign.
  ///
  /// - Parameters:
  ///   - asIs: whether a campaign folder's files are to be shown as they are.
  ///   - excludedFolders: folders that `run` writes assets to, no part of a campaign that they lie in.
  ///   - standardInputName: of the file that standard input holds.
  /// - Returns: no target for what richpush wrote and nobody sends: reports, an index, the twins of requests and what is stale.
  /// - Throws: `PipelineError` when nothing is there, nothing in it can be checked, or it cannot be read.
  public static func targets(
    for argument: String, asIs: Bool, excludedFolders: [String] = [], standardInputName: String? = nil
  ) throws(PipelineError) -> Resolution {
    if argument == "-" { return Resolution(targets: [.standardInput(name: standardInputName ?? argument)]) }
    let start = argument.prefix(8).lowercased()
    if start.hasPrefix("http://") || start == "https://" { return Resolution(targets: [.url(argument)]) }
    switch FileSystem.kind(of: argument) {
    case .file where OwnFile.isOne(at: argument): return Resolution()
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
    case .other: throw .campaign([.unusableArgument(argument)])
    }
  }

  private static func file(
    _ path: String, asIs: Bool, excludedFolders: [String]
  ) throws(PipelineError) -> Resolution {
    if let target = target(named: path) { return Resolution(targets: [target]) }
    let start: [UInt8]
    do throws(FileSystemError) {
      start = try FileReading.start(of: path, count: SniffedFormat.neededByteCount)
    } catch {
      throw .fileSystem(error)
    }
    let isMedia = SniffedFormat(firstBytes: start).format != nil
    let language = isMedia ? nil : UnreadText.language(ofFile: path, beginningWith: start)
    if !isMedia, language == nil, RequestSyntax(textBeginningWith: start) != nil {
      return Resolution(targets: [.request(path: path)])
    }
    if !asIs, let folder = CampaignSearch.campaign(around: path, excludedFolders: excludedFolders) {
      return Resolution(targets: [.campaign(folder: folder)])
    }
    return language.map { Resolution(diagnostics: [.unread(path, in: $0)]) }
      ?? Resolution(targets: [.media(path: path)])
  }

  /// What a file is by its name alone.
  private static func target(named path: String) -> CheckTarget? {
    if RequestSyntax(fileName: path) != nil { return .request(path: path) }
    if CampaignSearch.isCampaignFile(path) { return .campaign(folder: FileSystem.parent(of: path)) }
    return FileSystem.name(of: path) == configurationName ? .configuration(path: path) : nil
  }

  /// The name by which a configuration is known.
  static let configurationName = "pipeline.yml"
}

extension CheckTarget {
  /// Whether what stands in a file of this name can be judged by its text alone, as an editor has it that has not saved the file: a
  /// picture is none, nor is the table of a campaign, which is nothing without the files beside it.
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

  fileprivate static func unusableArgument(_ path: String) -> Diagnostic {
    Diagnostic(.argumentKind, .init(.file, path), "it is neither a file nor a folder")
  }

  package static func emptyArgument(_ path: String) -> Diagnostic {
    Diagnostic(.argumentEmpty, .init(.file, path), "it holds nothing that can be checked")
  }
}
