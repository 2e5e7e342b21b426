import TestSupport
import Testing
import richpush

/// The files, checked against the engines' own definitions.
@Suite(.timeLimit(.minutes(10))) struct EngineSchemaTests {
  private static func text(_ engine: Engine, _ name: String, _ job: ArrayJob) throws -> String {
    try #require(try engine.files(job).first { $0.name == name }, "\(name)").text
  }

  private static func documents(_ job: ArrayJob) throws -> [EngineVerdicts.Kind: [String]] {
    [
      .kubernetes: [try text(.kubernetes, "array.yaml", job), try text(.kubernetes, "last-run.yaml", job)],
      .awsDefinition: [
        try text(.awsBatch, "array-definition.json", job), try text(.awsBatch, "last-run-definition.json", job),
      ],
      .awsJob: [try text(.awsBatch, "array-job.json", job), try text(.awsBatch, "last-run-job.json", job)],
      .googleBatch: [try text(.googleBatch, "array.json", job), try text(.googleBatch, "last-run.json", job)],
      .cloudRun: [try text(.cloudRun, "array.json", job), try text(.cloudRun, "last-run.json", job)],
      .github: [try text(.githubMatrix, "richpush.yml", job)],
      .gitlab: [try text(.gitlabParallel, "richpush.gitlab-ci.yml", job)],
    ]
  }

  @Test func filesAreWhatEnginesTake() async throws {
    for job in [try ArrayJob.example, try .awkward] {
      let faults = try await EngineVerdicts.faults(in: try Self.documents(job))
      #expect(Set(faults.keys) == Set(EngineVerdicts.Kind.allCases))
      for (kind, found) in faults { #expect(found.joined().isEmpty, "\(kind): \(found)") }
    }
  }

  /// A file as a YAML reader parses it.
  private func read(_ yaml: String) async throws -> JSON {
    let folder = TemporaryFolder()
    try folder.write(yaml, to: "file.yaml")
    let script = "import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))))"
    let output = try await Program(packageRoot + "/.venv/bin/python3").run(["-c", script, folder.absolute("file.yaml")])
    try #require(output.status == 0, "\(output.stderr)")
    return try JSON(output.stdout)
  }

  /// Quotes, backslashes, colons, dashes and hashes are nothing but parts of a name.
  @Test func namesAreReadAsTheyAre() async throws {
    let job = try ArrayJob.awkward
    let manifest = try await read(try Self.text(.kubernetes, "array.yaml", job))
    let container = manifest["spec"]["template"]["spec"]["containers"].elements.first
    let (configuration, campaign) = ("./" + ArrayJob.awkwardConfiguration, "./" + ArrayJob.awkwardCampaign)
    let words = ArrayJob.words(campaign: campaign, configuration: configuration)
    #expect(container?["command"].elements.compactMap(\.string) == ["richpush"] + words + ["--shard", "auto/4"])
    let definition = try JSON(try Self.text(.awsBatch, "array-definition.json", job))
    let command = definition["containerProperties"]["command"].elements.compactMap(\.string)
    #expect(
      command == ["sh", "-c", #"cd /work && exec "$@""#, "sh", "richpush"] + words
        + ["--shard", "auto/4", "--task-exit-zero"])
    // A shell has the last word.
    let pipeline = try await read(try Self.text(.gitlabParallel, "richpush.gitlab-ci.yml", job))
    let workflow = try await read(try Self.text(.githubMatrix, "richpush.yml", job))
    for line in [
      pipeline["richpush-last"]["script"].elements.first?.string,
      workflow["jobs"]["last-run"]["steps"].elements.dropFirst().first?["run"].string,
    ] {
      let output = try await Program("sh").run(
        ["-c", "richpush() { printf '%s|' \"$@\"; }\n" + (try #require(line))], environment: [:])
      #expect(output.stdout == words.map { $0 + "|" }.joined())
    }
  }
}
