public import Findings

/// pipeline.yml: its reader, its schema, and an example. All of them come from the same descriptions of its keys.
public struct PipelineFile: Sendable {
  /// The longest text that is read, in bytes, as of all files in YAML.
  public static let mostBytes = YAMLDocument.maximumBytes

  private let section: Section<PipelineDraft>
  private let kinds: DestinationKinds
  private let forms: [RequestForm]

  /// - Parameters:
  ///   - destinations: the kinds of destinations, in the order of texts.
  ///   - forms: those that `compose.formats` may name.
  public init(destinations: [any DestinationPlace.Type], forms: [RequestForm] = RequestForm.all) {
    kinds = DestinationKinds(destinations)
    self.forms = forms
    section = PipelineDraft.section(destinations: kinds, forms: forms)
  }

  /// Reads a text. Every key may be missing; all problems are reported at once.
  ///
  /// - Parameter file: the file's path, as diagnostics name it.
  public func read(_ text: String, file: String = "pipeline.yml") -> Checked<PipelineConfiguration> {
    YAMLReader.read(text, file: file) { reader, root in section.read(root, &reader)?.configuration }
  }

  /// The readable part of a text, to find further errors: keys with errors count as missing.
  public func readable(_ text: String) -> PipelineConfiguration {
    var configuration: PipelineConfiguration?
    _ = YAMLReader.read(text, file: "") { reader, root in
      configuration = section.read(root, &reader)?.configuration
    }
    return configuration ?? PipelineConfiguration()
  }

  /// One of these is in every file of ours, even with unknown keys. CI systems also have others, such as `jobs`.
  private static let ownKeys: Set = ["version", "publish", "campaign"]

  /// Whether a text belongs to another program with the same file name, such as Concourse: it has unknown keys and none of ours.
  public func isForeign(_ text: String) -> Bool {
    guard let root = YAMLDocument.root(of: text, file: "").value else { return false }
    let names = Set(root.membersByName.keys)
    return !names.isSubset(of: section.names) && names.isDisjoint(with: Self.ownKeys)
  }

  /// The JSON Schema as text.
  public var schema: [UInt8] {
    (try? JSONText.pretty(JSONSchema.document("pipeline.yml of richpush", section.schema))) ?? []
  }

  /// The text that `richpush init` writes, with every key and its meaning; the same as the file at the root of the repository.
  public var template: String {
    SectionTemplate.document(
      header: """
        What richpush makes of a campaign folder, and where it puts it.

        Every key may be left out; the values here are the ones that hold then, except where a comment says otherwise.
        Paths start from the folder of this file; those of flags and variables start from the current folder. A flag wins over
        an environment variable, and that wins over this file: --output and RICHPUSH_OUTPUT, --base-url and RICHPUSH_BASE_URL,
        --requests and RICHPUSH_REQUESTS, --project and RICHPUSH_PROJECT, --jobs and RICHPUSH_JOBS, --no-cache and
        RICHPUSH_NO_CACHE.
        """, section.outline)
  }

  /// All keys, which the handbook describes.
  package var outline: [KeyOutline] { section.outline }
}
