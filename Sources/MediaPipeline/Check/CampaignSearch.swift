import PushDelivery

/// Finds the campaigns to which files belong, by where their messages are.
enum CampaignSearch {
  /// The folders of which a file of messages tells, relative to the one that was looked through; an empty text for that one itself.
  /// What lies in another's folder is that one's matter.
  static func campaigns(among files: [String]) -> [String] {
    let folders = Set(files.filter(isCampaignFile).map { String($0.dropLast(FileSystem.name(of: $0).count + 1)) })
    return folders.filter { folder in !folders.contains { $0 != folder && lies(folder, in: $0) } }.sorted()
  }

  /// Whether a path is that of a file in a folder, or below it.
  static func lies(_ path: String, in folder: String) -> Bool { folder.isEmpty || path.hasPrefix(folder + "/") }

  /// Whether a file holds messages, by its name.
  static func isCampaignFile(_ path: String) -> Bool { CampaignFiles.names.contains(FileSystem.name(of: path)) }

  /// The nearest folder around a file that has a file of messages; nil where none of those that the path names has one, or the file
  /// lies where a run publishes.
  static func campaign(around path: String, excludedFolders: [String]) -> String? {
    let place = FileSystem.canonicalPath(path) ?? path
    let excluded = excludedFolders.compactMap { FileSystem.canonicalPath($0) }
    guard !excluded.contains(where: { lies(place, in: $0) }) else { return nil }
    var folder = path
    repeat {
      folder = FileSystem.parent(of: folder)
      if CampaignFiles.names.contains(where: { FileSystem.kind(of: folder + "/" + $0).isFile }) { return folder }
      // What a path names above the working directory cannot be told from its text.
    } while ![".", "/"].contains(folder) && FileSystem.name(of: folder) != ".."
    return nil
  }
}
