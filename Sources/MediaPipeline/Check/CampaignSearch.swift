import PushDelivery

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
