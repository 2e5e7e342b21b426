import Essentials
import Findings
import MediaFacts
import PushDelivery

/// Whether a request folder holds exactly what its index lists: files that were changed or added by hand would be sent too.
struct CommittedSet {
  private let folder: RequestFolder
  private let index: [UInt8]

  /// - Parameter path: the folder's path.
  /// - Returns: nil if it has no readable index of richpush's.
  init?(at path: String) {
    folder = RequestFolder(path: path)
    guard RequestIndex.isOwn(at: folder.indexPath),
      let index = try? FileReading.bytes(of: folder.indexPath, limit: RequestIndex.largestFile)
    else { return nil }
    self.index = index
  }

  /// Files by their paths in the folder.
  var diagnostics: [Diagnostic] {
    let changed = (try? ProvenSet(of: index, in: folder).changedFiles()) ?? []
    return changed.map(Diagnostic.changedRequest) + whatElseIsSent
  }

  /// The same without the files that the index lists.
  var whatElseIsSent: [Diagnostic] {
    let foreign = (try? folder.foreignRequests()) ?? []
    return foreign.map(Diagnostic.foreignRequest) + [outdated].compactMap(\.self)
  }

  /// Whether the campaign has changed since; nil if it has not, or is not here.
  private var outdated: Diagnostic? {
    guard let way = RequestIndex.campaign(in: folder),
      let campaign = FileSystem.canonicalPath(folder.path + "/" + way), FileSystem.kind(of: campaign) == .folder
    else { return nil }
    let names = changedTexts(in: campaign) + changedPictures(in: campaign)
    return names.isEmpty ? nil : .olderRequests(names)
  }

  private func changedTexts(in campaign: String) -> [String] {
    guard let former = RequestIndex.texts(in: folder) else { return [] }
    let current = RequestSetOrigin.texts(in: campaign)
    return CampaignFiles.names.sorted().filter { former[$0] != current[$0]?.hex }
  }

  private func changedPictures(in campaign: String) -> [String] {
    let assets = RequestIndex.read(index)?.assets ?? []
    let digests = Dictionary(assets.map { ($0.source, $0.sourceSha256) }) { first, _ in first }.compactMapValues(\.self)
    return digests.keys.sorted().filter { path in
      let current = try? SourceReader.digest(of: campaign + "/" + path, limit: SourceLimits().maximumBytes)
      return current != digests[path]
    }
  }
}

extension Diagnostic {
  fileprivate static func foreignRequest(_ path: String) -> Diagnostic {
    Diagnostic(
      .campaignOtherRequests, .init(.file, path),
      "scripts send every file of this folder, and its index.json does not list this one",
      remedy: "move it elsewhere")
  }

  fileprivate static func olderRequests(_ names: [String]) -> Diagnostic {
    let most = 3
    let others = names.count > most ? " and \(names.count - most) more" : ""
    return Diagnostic(
      .campaignOlderRequests, .init(.file, RequestFolder.indexName),
      "the requests were made before these files of the campaign were changed: "
        + names.prefix(most).map(\.quoted).joined(separator: ", ") + others)
  }
}

/// The set of a request folder, written again so that its index and all forms say that it is proven; if a URL has failed, that the requests
/// that refer to it are unproven.
struct ProvenSet {
  private let folder: RequestFolder
  /// URLs that do not deliver their files.
  private let failing: Set<String>
  /// The lines of its index.
  private let lines: [ArraySlice<UInt8>]

  private static let newline = UInt8(ascii: "\n")
  /// The largest file of a set, in bytes: a hundred thousand requests in one.
  private static let largestFile = 1_000_000_000

  /// - Parameters:
  ///   - index: the bytes of the index that is in the folder.
  ///   - failing: URLs that do not deliver their files; empty: all deliver.
  init(of index: [UInt8], in folder: RequestFolder, failing: Set<String> = []) {
    (self.folder, self.failing) = (folder, failing)
    lines = index.split(separator: Self.newline, omittingEmptySubsequences: false)
  }

  /// Makes the folder hold it, as a whole or not at all.
  ///
  /// Requests that are no longer proven lose their proof even if files were changed by hand; those stay as they are.
  ///
  /// - Throws: `PipelineError`: `.campaign` if files differ from the index, or `.fileSystem`.
  func commit() throws(PipelineError) {
    guard failing.isEmpty || hasProofToLose else { return }
    let changed = failing.isEmpty ? try PipelineError.wrapping(try changedFiles()) : []
    guard changed.isEmpty else { throw .campaign(changed.map { .changedRequest(at($0)) }) }
    let draft = try FolderDraft.replacing(folder)
    do throws(FileSystemError) { try write(draft) } catch { throw .fileSystem(error) }
  }

  /// Whether anything is marked as proven.
  private var hasProofToLose: Bool {
    let proven = RequestIndex.proofLine(.proven).dropLast()
    return lines.contains { $0.elementsEqual(proven) } || lines.contains { loses(RequestIndex.entry(ofLine: $0)) }
  }

  /// Whether a request is marked as proven, and refers to a URL that has failed.
  private func loses(_ entry: JSONValue?) -> Bool {
    guard let entry, entry.proof == DeliveryProof.proven.rawValue, case .array(let urls)? = entry["assets"] else {
      return false
    }
    return urls.contains { $0.text.map(failing.contains) ?? false }
  }

  private func write(_ draft: consuming FolderDraft) throws(FileSystemError) {
    var files = draft
    for (number, line) in lines.enumerated() where !RequestIndex.isProvenAtLine(line) {
      let proven = try proven(line, in: &files)
      try files.append(number == 0 ? proven : [Self.newline] + proven, to: RequestFolder.indexName)
    }
    _ = try files.commit()
  }

  /// The files that differ from the index.
  func changedFiles() throws(FileSystemError) -> [String] {
    var changed: [String] = []
    for entry in lines.lazy.compactMap({ RequestIndex.entry(ofLine: $0) }).flatMap(\.listedFiles) {
      guard let path = entry["file"]?.text else { continue }
      do throws(FileSystemError) {
        let bytes = try FileReading.bytes(of: at(path), limit: Self.largestFile)
        if ContentDigest(of: bytes).hex != entry["sha256"]?.text { changed.append(path) }
      } catch {
        guard error.isMissing else { throw error }
        changed.append(path)
      }
    }
    return changed
  }

  /// A line of the index, after its files have been written.
  private func proven(_ line: ArraySlice<UInt8>, in files: inout FolderDraft) throws(FileSystemError) -> [UInt8] {
    let all: DeliveryProof = failing.isEmpty ? .proven : .unproven
    if RequestIndex.isProofLine(line) {
      let moment =
        all == .proven ? RequestIndex.provenAtLine(RunReport.moment(Int(Date.now.timeIntervalSince1970))) : []
      return (RequestIndex.proofLine(all) + moment).dropLast()
    }
    guard var entry = RequestIndex.entry(ofLine: line), !entry.listedFiles.isEmpty || entry.proof != nil else {
      return Array(line)
    }
    // Requests that have not failed keep their proof. A file of all requests has no proof.
    let keeps = !failing.isEmpty && entry.proof != nil && !loses(entry)
    let proof = keeps ? nil : all
    entry = try written(entry, as: proof, in: &files)
    if entry.proof != nil, let proof { entry = entry.merging([RequestIndex.proofKey: .string(proof.rawValue)]) }
    var forms: [JSONValue] = []
    for form in entry.forms { forms.append(try written(form, as: proof, in: &files)) }
    if !forms.isEmpty { entry = entry.merging(["forms": .array(forms)]) }
    let comma = line.last == UInt8(ascii: ",") ? [UInt8(ascii: ",")] : []
    return Array("    ".utf8) + ((try? JSONText.compact(entry)) ?? []) + comma
  }

  /// Writes the file of an entry, if it names one. A file changed by hand stays as it is.
  ///
  /// - Parameter proof: nil: the file keeps its own.
  /// - Returns: the entry for the written file.
  private func written(
    _ entry: JSONValue, as proof: DeliveryProof?, in files: inout FolderDraft
  ) throws(FileSystemError) -> JSONValue {
    guard let path = entry["file"]?.text else { return entry }
    let former: [UInt8]
    do throws(FileSystemError) { former = try FileReading.bytes(of: at(path), limit: Self.largestFile) } catch {
      // A lost proof is also lost without the file.
      if error.isMissing { return entry } else { throw error }
    }
    let isOurs = ContentDigest(of: former).hex == entry["sha256"]?.text
    let bytes = isOurs ? proof?.marking(former) ?? former : former
    try files.write(bytes, to: path, isExecutable: Self.isExecutable(entry["format"]?.text))
    guard isOurs else { return entry }
    let digest = entry.merging(["sha256": .string(ContentDigest(of: bytes).hex)])
    return entry["bytes"] == nil ? digest : digest.merging(["bytes": .integer(bytes.count)])
  }

  private func at(_ path: String) -> String { folder.path + "/" + path }

  private static func isExecutable(_ format: String?) -> Bool {
    guard case .each(_, _, true)? = RequestForm.all.first(where: { $0.name == format })?.place else { return false }
    return true
  }
}

/// The entry of a request, or of a file that holds all of them.
extension JSONValue {
  fileprivate var proof: String? { self[RequestIndex.proofKey]?.text }

  fileprivate var forms: [JSONValue] { if case .array(let forms)? = self["forms"] { forms } else { [] } }

  /// Its members that name a file and its digest. Published files are listed too, with a path.
  fileprivate var listedFiles: [JSONValue] { ([self] + forms).filter { $0["file"] != nil } }
}

extension Diagnostic {
  static func changedRequest(_ path: String) -> Diagnostic {
    Diagnostic(.campaignChangedRequest, .init(.file, path), "it is not the file that the index of its folder lists")
  }
}
