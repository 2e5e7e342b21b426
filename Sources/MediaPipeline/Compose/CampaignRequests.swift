import PushDelivery

/// The composed requests of a campaign and the draft of the request folder, which only changes on `commit`.
struct CampaignRequests: ~Copyable {
  /// Each message's result.
  let composition: CampaignComposition
  /// The differences from the previous set; nil without one.
  let changes: Recipients.Changes?
  /// The identifiers of requests that are new or differ from the previous set.
  let altered: Set<String>
  /// nil if the folder holds this set already.
  private let draft: RequestFolderDraft?

  /// Requests that the folder holds already.
  init(unchanged composition: CampaignComposition) {
    self.composition = composition
    changes = Recipients.Changes(unchanged: composition.outcomes.count { $0.status == .ready })
    altered = []
    draft = nil
  }

  fileprivate init(composition: CampaignComposition, draft: consuming RequestFolderDraft) {
    self.composition = composition
    var draft = draft
    changes = draft.changes
    altered = Set(draft.altered)
    self.draft = consume draft
  }

  /// Makes the request folder hold exactly these requests.
  ///
  /// - Throws: `PipelineError.fileSystem`; the folder then holds the previous or the new set.
  consuming func commit() throws(PipelineError) {
    guard let draft else { return }
    let namesDevices = composition.tally.recipients.namesDevices
    do throws(FileSystemError) { _ = try draft.commit(namesDevices: namesDevices) } catch { throw .fileSystem(error) }
  }

  /// The changes that `commit` would make to the request folder.
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

  /// Does not change the request folder.
  consuming func discard() {}
}

extension CampaignComposer {
  /// Composes the requests of a campaign and writes them next to the request folder as they come.
  ///
  /// - Parameters:
  ///   - origin: their origin.
  ///   - trialFolder: the folder for a preview's requests; nil: next to the request folder.
  ///   - kept: how many requests are kept to be shown.
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
