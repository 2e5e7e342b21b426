/// The files of media examples, each made once.
actor ExampleFiles {
  static let shared = ExampleFiles()

  private var made: [MediaExample: Task<TemporaryFolder, any Error>] = [:]

  func path(of example: MediaExample) async throws -> String {
    let task = made[example] ?? Task { try await Self.make(example) }
    made[example] = task
    return try await task.value.absolute(example.name)
  }

  private static func make(_ example: MediaExample) async throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    try await folder.make(example.commands)
    return folder
  }
}
