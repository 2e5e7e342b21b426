extension TemporaryFolder {
  /// Runs commands, each with its arguments, one after the other in this folder.
  ///
  /// - Throws: `ProgramError.failed` for the first that fails.
  public func make(_ commands: [[String]]) async throws {
    for command in commands {
      guard let program = command.first else { continue }
      let output = try await Program(program).run(Array(command.dropFirst()), workingDirectory: path)
      if output.status != 0 { throw ProgramError.failed(command.joined(separator: " "), stderr: output.stderr) }
    }
  }
}
