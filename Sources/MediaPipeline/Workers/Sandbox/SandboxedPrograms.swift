/// The programs that workers start, as needed by a sandbox: what each must be able to start, and what it reads at its start. A
/// distribution's are in the usual folders; those of Nix, Guix, Homebrew or conda have their own loader and libraries.
struct SandboxedPrograms: Sendable {
  /// Files, and folders whose files may all be started, with every link resolved if known.
  var executables: [String] = []
  /// With every link resolved.
  var libraryFolders: [String] = []

  /// ffmpeg and ffprobe, if they are in `PATH`.
  ///
  /// - Parameter variables: the variables to find them.
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
    // Libraries loaded later may be next to those loaded at once, under a link's name or its target's.
    let folders =
      (libraries + libraries.compactMap(FileSystem.canonicalPath)).map(FileSystem.parent)
      + [FileSystem.parent(of: FileSystem.parent(of: program)) + "/lib"]
    return SandboxedPrograms(
      executables: [program] + starters(of: program),
      libraryFolders: folders.unique().compactMap(FileSystem.canonicalPath))
  }

  /// The files that start a program: the interpreter that it names, an ELF file's loader, a script's other program.
  private static func starters(of program: String) -> [String] {
    if let loader = ELFFile.interpreter(of: program) { return [loader] }
    guard let shell = scriptInterpreter(of: program) else { return [] }
    // A script in a program's place is meant to start others.
    return [shell, ELFFile.interpreter(of: shell)].compactMap(\.self) + WorkerSandbox.programFolders
  }

  /// The text after `#!` (execve(2)); nil if it is not a script.
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
  /// Each once, in the order of first occurrence.
  fileprivate func unique() -> [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
