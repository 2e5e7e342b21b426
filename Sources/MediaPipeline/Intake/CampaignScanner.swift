public import Findings
import MediaFacts
import PushDelivery

/// Finds the files of a campaign folder.
public struct CampaignScanner: Sendable {
  /// The campaign folder.
  public let folder: String
  /// Folders that richpush writes to: never part of the campaign.
  public let excludedFolders: [String]
  /// Names that are text and not media.
  public let excludedNames: Set<String>

  public init(folder: String, excludedFolders: [String], excludedNames: Set<String>) {
    (self.folder, self.excludedFolders, self.excludedNames) = (folder, excludedFolders, excludedNames)
  }

  /// A scan's result.
  public struct Result: Hashable, Sendable {
    /// The files, sorted by the bytes of their paths.
    public var files: [File] = []
    /// Links that leave the folder, unreadable names and unreadable folders.
    public var diagnostics: [Diagnostic] = []
  }

  /// A file of the campaign, not yet opened.
  public struct File: Hashable, Sendable {
    /// Relative to the campaign folder.
    public var path: String
    /// Its length in bytes, for the progress shown.
    public var byteCount: Int
  }

  /// Walks the folder. Skips hidden names and programs' temporary files. Does not follow links to folders, since their targets inside the
  /// campaign are found under their real names.
  ///
  /// - Throws: `FileSystemError` if the campaign folder itself cannot be read.
  public func scan() throws(FileSystemError) -> Result {
    let root = try FileSystem.canonicalPath(folder, to: "read")
    var result = Result()
    let excluded = Set(excludedFolders.compactMap { FileSystem.canonicalPath($0) })
    try visit(root, relative: "", root: root, excluded: excluded, into: &result)
    result.files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    Self.refuseTwins(in: &result)
    result.diagnostics.sort { $0.subject.name < $1.subject.name }
    return result
  }

  private func visit(
    _ path: String, relative: String, root: String, excluded: Set<String>, into result: inout Result
  ) throws(FileSystemError) {
    for entry in try FileSystem.entries(of: path) {
      switch entry {
      case .undecodable(let name):
        result.diagnostics.append(
          Diagnostic(.campaign("undecodable"), .init(.file, relative + name)))
      case .name(let name) where !PassingFiles.have(name) && !excludedNames.contains(relative + name):
        take(path + "/" + name, relative: relative + name, root: root, excluded: excluded, into: &result)
      case .name: continue
      }
    }
  }

  private func take(_ path: String, relative: String, root: String, excluded: Set<String>, into result: inout Result) {
    let isLink = FileSystem.isLink(path)
    if isLink, let diagnostic = Self.diagnostic(ofLink: path, named: relative, root: root) {
      return result.diagnostics.append(diagnostic)
    }
    switch FileSystem.kind(of: path) {
    case .folder where isLink || excluded.contains(path): return
    case .folder:
      if MediaFormat.isMediaName(relative) { result.diagnostics.append(MediaError.notAFile.diagnostic(for: relative)) }
      do { try visit(path, relative: relative + "/", root: root, excluded: excluded, into: &result) } catch {
        result.diagnostics.append(MediaError.unreadable(detail: error.description).diagnostic(for: relative))
      }
    case .file(let byteCount): result.files.append(File(path: relative, byteCount: byteCount))
    case .missing: return
    case .other, .unreadable:
      if MediaFormat.isMediaName(relative) { result.diagnostics.append(MediaError.notAFile.diagnostic(for: relative)) }
    }
  }
}

extension CampaignScanner {
  /// Refuses two files whose names are the same letters in different bytes, such as `é` in one and in two characters: file systems
  /// distinguish them, but messages and people cannot.
  private static func refuseTwins(in result: inout Result) {
    let groups = Dictionary(grouping: result.files, by: \.path).values.filter { $0.count > 1 }
    for file in groups.joined() {
      let bytes = file.path.utf8.map { String($0, radix: 16) }.joined(separator: " ")
      result.diagnostics.append(
        Diagnostic(.campaign("twins", bytes), .init(.file, file.path)))
    }
    let twins = Set(groups.map { $0[0].path })
    result.files.removeAll { twins.contains($0.path) }
  }

  private static func diagnostic(ofLink path: String, named name: String, root: String) -> Diagnostic? {
    do throws(FileSystemError) {
      let destination = try FileSystem.canonicalPath(path, to: "follow the link")
      return FileSystem.lies(destination, in: root) ? nil : MediaError.leavesFolder.diagnostic(for: name)
    } catch {
      // Its target may exist without permission to look.
      guard error.isMissing || error.isAboutThePath else {
        return MediaError.unreadable(detail: error.reason).diagnostic(for: name)
      }
      return Diagnostic(.campaign("deadLink"), .init(.file, name))
    }
  }
}

/// Temporary files of programs and systems: not part of a campaign, whatever their names.
private enum PassingFiles {
  /// Whether a name is one of them. Includes hidden ones (`.~lock.messages.csv#`, `._photo.jpg`, `.DS_Store`). Office has one next to each
  /// open file, `~$messages.xlsx`; Emacs has its own, `#campaign.yml#`.
  static func have(_ name: String) -> Bool {
    let lowercased = name.lowercased()
    return name.hasPrefix(".") || name.hasPrefix("~$") || (name.count > 2 && name.hasPrefix("#") && name.hasSuffix("#"))
      || ofSystems.contains(lowercased) || endings.contains { lowercased.hasSuffix($0) }
  }

  /// Files of Windows and macOS for a folder's looks and thumbnails.
  private static let ofSystems: Set<String> = ["thumbs.db", "ehthumbs.db", "desktop.ini", "icon\r"]
  /// Half-written or earlier versions: of Office (`~WRL0001.tmp`, `1A2B3C4D.tmp`), browsers and editors.
  private static let endings = ["~", ".tmp", ".crdownload", ".part", ".partial", ".swp"]
}

/// Folders of a run that must not contain each other, after resolving every link and `..`.
enum FolderConflicts {
  /// Every conflict, as errors of the configuration.
  static func diagnostics(_ settings: PipelineSettings) -> [Diagnostic] {
    let campaign = RelativePath.resolved(settings.campaignFolder)
    let output = RelativePath.resolved(settings.outputFolder)
    let requests = RelativePath.resolved(settings.requestFolder)
    let isPublic = settings.destination.place.folder != nil && output != campaign
    let outputHasRequests = FileSystem.lies(requests, in: output)
    let conflicts: [(isThere: Bool, flag: String, path: String, reason: String)] = [
      (!canBeFolder(output), "--output", output, "it is not a folder"),
      (!canBeFolder(requests), "--requests", requests, "it is not a folder"),
      (output == campaign, "--output", output, "renditions would become sources of the next run"),
      (
        isPublic && FileSystem.lies(campaign, in: output), "--output", output,
        "the campaign, with its messages and originals, would be public next to the pictures"
      ),
      (
        FileSystem.lies(campaign, in: requests), "--requests", requests,
        "each run replaces this folder, and the campaign is in it"
      ),
      (
        outputHasRequests, "--requests", requests,
        "requests, with their tokens, would be public next to the pictures"
      ),
      (
        !outputHasRequests && FileSystem.lies(output, in: requests), "--output", output,
        "each run replaces the request folder, and this folder is in it"
      ),
    ]
    return conflicts.filter(\.isThere).map { _, flag, path, reason in
      Diagnostic(.campaign("folders", path, reason), .init(.configuration, flag))
    }
  }

  /// Asks only once about a missing folder: another run may make it at any time. A link that leads nowhere is not a folder and cannot
  /// become one.
  private static func canBeFolder(_ path: String) -> Bool {
    switch FileSystem.kind(of: path) {
    case .folder: true
    case .missing: !FileSystem.isLink(path)
    default: false
    }
  }
}
