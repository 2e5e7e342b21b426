import PushDelivery

/// The requests of a campaign, composed and on their way into the request folder, which stays as it is until `commit`.
struct CampaignRequests: ~Copyable {
  /// What came of each message.
  let composition: CampaignComposition
  /// What is otherwise than in the former set; nil where there is none.
  let changes: Recipients.Changes?
  /// nil where the folder holds the very same set.
  private let draft: RequestFolderDraft?

  /// Requests that the folder holds already.
  init(unchanged composition: CampaignComposition) {
    self.composition = composition
    changes = Recipients.Changes(unchanged: composition.outcomes.count { $0.status == .ready })
    draft = nil
  }

  fileprivate init(composition: CampaignComposition, draft: consuming RequestFolderDraft) {
    self.composition = composition
    var draft = draft
    changes = draft.changes
    self.draft = consume draft
  }

  /// Makes the request folder hold exactly these requests.
  ///
  /// - Throws: `PipelineError.fileSystem`; the folder then holds the former set or the new one, whole.
  consuming func commit() throws(PipelineError) {
    guard let draft else { return }
    let namesDevices = composition.tally.recipients.namesDevices
    do throws(FileSystemError) { _ = try draft.commit(namesDevices: namesDevices) } catch { throw .fileSystem(error) }
  }

  /// What `commit` would change in the request folder, which stays as it is.
  ///
  /// - Throws: `PipelineError.fileSystem`.
  consuming func preview() throws(PipelineError) -> RequestFolderChanges {
    guard let draft else { return RequestFolderChanges(written: [], withdrawn: []) }
    do throws(FileSystemError) {
      let change = try draft.preview()
      return RequestFolderChanges(written: change.written, withdrawn: change.stale)
    } catch {
      throw .fileSystem(error)
    }
  }

  /// Leaves the request folder as it is.
  consuming func discard() {}
}

extension CampaignComposer {
  /// Composes the requests of a campaign and writes them beside the request folder as they come.
  ///
  /// - Parameters:
  ///   - origin: where they come from.
  ///   - trialFolder: where they are written that are for a preview alone; nil: beside the request folder.
  ///   - kept: how many requests are kept for whoever shows them.
  /// - Throws: `PipelineError.fileSystem`.
  func compose(
    _ messages: CampaignIntake.Messages, from media: PublishedMedia, into folder: RequestFolder,
    from origin: RequestSetOrigin, trialFolder: String? = nil, keeping kept: Int = 0
  ) async throws(PipelineError) -> CampaignRequests {
    var draft = try RequestFolderDraft(
      folder, writers: writers, assets: media.assets, from: origin, trialFolder: trialFolder)
    let composition = try await compose(
      messages, from: media, after: FormerAudience(of: folder, campaign: origin.campaign), keeping: kept
    ) { batch throws(PipelineError) in
      do throws(FileSystemError) { try draft.add(batch) } catch { throw .fileSystem(error) }
    }
    return CampaignRequests(composition: composition, draft: draft)
  }
}
