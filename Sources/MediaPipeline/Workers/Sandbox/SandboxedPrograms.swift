/// The programs that workers start, as far as a sandbox has to know them: what must be startable for each, and what it reads when it
/// starts. A distribution's lie where all programs do; those of Nix, Guix, Homebrew or conda bring their loader and libraries along.
struct SandboxedPrograms: Sendable {
  /// Files, and folders all of whose files may be started, with every link resolved where that is known.
  var executables: [String] = []
  /// With every link resolved.
  var libraryFolders: [String] = []

  /// ffmpeg and ffprobe, where `PATH` leads to them.
  ///
  /// - Parameter variables: those by which they are found.
  static func find(_ variables: [String: String]) async -> SandboxedPrograms {
    async let ffmpeg = of("ffmpeg", variables)
    async let ffprobe = of("ffprobe", variables)
    return await SandboxedPrograms(
      executables: (ffmpeg.executables + ffprobe.executables).unique(),
      libraryFolders: (ffmpeg.libraryFolders + ffprobe.libraryFolders).unique())
  }

  private static func of(_ name: String, _ variables: [String: String]) async -> SandboxedPrograms {
    guard let path = LoadedLibraries.program(name, in: variables["PATH"]),
      let program = FileSystem.canonicalPath(path)
    else { return SandboxedPrograms() }
    let libraries = await LoadedLibraries.of(program)
    // What it loads only later may lie beside what it loads at once, under the name of a link or of what that leads to.
    let folders =
      (libraries + libraries.compactMap(FileSystem.canonicalPath)).map(FileSystem.parent)
      + [FileSystem.parent(of: FileSystem.parent(of: program)) + "/lib"]
    return SandboxedPrograms(
      executables: [program] + starters(of: program),
      libraryFolders: folders.unique().compactMap(FileSystem.canonicalPath))
  }

  /// By what a program is started: the interpreter that it names, an ELF file by its loader, a script by another program.
  private static func starters(of program: String) -> [String] {
    if let loader = ELFFile.interpreter(of: program) { return [loader] }
    guard let shell = scriptInterpreter(of: program) else { return [] }
    // Whoever has put a script in a program's place wants it to start others.
    return [shell, ELFFile.interpreter(of: shell)].compactMap(\.self) + WorkerSandbox.programFolders
  }

  /// What stands behind `#!` (execve(2)); nil for what is no script.
  private static func scriptInterpreter(of program: String) -> String? {
    guard let start = try? FileReading.start(of: program, count: 256), start.starts(with: Array("#!".utf8)) else {
      return nil
    }
    let line = start.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }
    return line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.first
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

extension [String] {
  /// Each once, in the order in which they first come.
  fileprivate func unique() -> [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
