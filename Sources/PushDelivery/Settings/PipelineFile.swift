public import Findings

/// pipeline.yml: reading it, its schema, and one to start from. All of it is made of the same descriptions of its keys.
public struct PipelineFile: Sendable {
  /// The longest text that is read, in bytes, as of all files in YAML.
  public static let mostBytes = YAMLDocument.maximumBytes

  private let section: Section<PipelineDraft>
  private let kinds: DestinationKinds
  private let forms: [RequestForm]

  /// - Parameters:
  ///   - destinations: the kinds of destinations that there are, one after the other as texts name them.
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

  /// What a text says as far as it can be read, for whoever looks for more that is wrong: keys that are not right are as if they
  /// were not there.
  public func readable(_ text: String) -> PipelineConfiguration {
    var configuration: PipelineConfiguration?
    _ = YAMLReader.read(text, file: "") { reader, root in
      configuration = section.read(root, &reader)?.configuration
    }
    return configuration ?? PipelineConfiguration()
  }

  /// The keys of which a file of ours has at least one, when it has keys that nobody knows. Others, such as `jobs`, CI systems have too.
  private static let ownKeys: Set = ["version", "publish", "campaign"]

  /// Whether a text is of another program whose file has the same name, such as Concourse: it has keys of its own and none that
  /// every file of ours has.
  public func isForeign(_ text: String) -> Bool {
    guard let root = YAMLDocument.root(of: text, file: "").value else { return false }
    let names = Set(root.membersByName.keys)
    return !names.isSubset(of: section.names) && names.isDisjoint(with: Self.ownKeys)
  }

  /// The JSON Schema as text.
  public var schema: [UInt8] {
    (try? JSONText.pretty(JSONSchema.document("pipeline.yml of richpush", section.schema))) ?? []
  }

  /// The text that `richpush init` writes, with every key and what it means; the same as the file at the root of the
  /// repository.
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
