import Findings

/// Which campaign a request folder belongs to.
struct FolderOwner {
  /// The campaign's path from the request folder: the same in every checkout that holds both.
  let campaign: String
  private let folder: RequestFolder

  /// - Parameter campaignFolder: with every link resolved.
  init(of folder: RequestFolder, campaignFolder: String) {
    self.folder = folder
    campaign = RelativePath.way(from: folder.path, to: campaignFolder)
  }

  /// - Throws: `PipelineError.campaign` where the folder holds requests of another campaign.
  func require() throws(PipelineError) {
    guard let owner = FormerRequests.campaign(in: folder), owner != campaign else { return }
    throw .campaign([.otherRequests(folder.path, of: owner)])
  }
}

extension Diagnostic {
  fileprivate static func otherRequests(_ folder: String, of campaign: String) -> Diagnostic {
    Diagnostic(
      .campaignOtherRequests, .init(.configuration, folder),
      "the folder holds the requests of another campaign, \(campaign.quoted) from there, and these would move to "
        + RequestFolder.staleName + "/")
  }
}
