import Csystem
import Findings
public import PushDelivery
import Synchronization

/// The things that workers and their programs can reach: libraries to read, ffmpeg, ffprobe and tesseract to start, and for each process a folder to
/// read sources from and another to write to. A worker sandboxes itself before its own code runs, by the variables that are set here
/// (Csystem), so that a compromised decoder finds no network, no other files and no other processes.
struct WorkerSandbox: Sendable {
  let use: SandboxUse
  /// How many additional processes and threads all workers together may have.
  private let moreProcesses: Int
  private let newestLandlock: Int?
  /// Startable programs.
  var programs = SandboxedPrograms()

  init(_ command: WorkerConfiguration, workers: Int) {
    (use, newestLandlock) = (command.limits.sandbox, command.newestLandlock)
    // A video decoder has a thread for each processor, and a library some more.
    moreProcesses = 512 * workers
  }

  /// Whether workers' file access is limited.
  var confinesFiles: Bool { use != .off && SandboxGaps.ofThisSystem.summary != "none" }

  /// The variables for a worker; it inherits others, by which programs and libraries are found.
  func variables(_ inherited: [String: String], executable: String, in place: WorkerPlace) -> [String: String] {
    guard use != .off else { return [:] }
    let rules = Self.systemRules + ownRules(inherited, executable: executable, in: place)
    var lines = rules.filter { Self.isSayable($0.path) }.map { "\($0.access) \($0.path)" } + ["p \(moreProcesses)"]
    if let newestLandlock { lines.append("v \(newestLandlock)") }
    return ["RICHPUSH_SANDBOX": use.rawValue, "RICHPUSH_SANDBOX_RULES": lines.joined(separator: "\n")]
  }

  /// Rules have one line each.
  static func isSayable(_ path: String) -> Bool { !path.utf8.contains { $0 == UInt8(ascii: "\n") || $0 == 0 } }

  private func ownRules(_ inherited: [String: String], executable: String, in place: WorkerPlace) -> [FileRule] {
    let readable = [executable] + Self.libraryFolders(inherited) + programs.libraryFolders.filter(Self.isOutside)
    let startable = programs.executables + Self.loaders
    return readable.map { ("r", $0) } + startable.map { ("x", $0) } + [
      ("w", place.outputFolder), ("k", place.sourceFolder),
    ]
  }

  /// System programs and libraries.
  private static let systemFolders = ["/usr", "/lib", "/lib32", "/lib64", "/nix/store", "/gnu/store"]

  /// Folders with scripts' programs.
  static let programFolders = ["/usr", "/bin", "/lib", "/lib64", "/nix/store", "/gnu/store"]

  /// Files that libraries read at their start. They contain no home folders or variable data, and from `/etc` nothing about users' rights.
  private static let systemRules: [FileRule] =
    (systemFolders + [
      "/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/localtime", "/etc/fonts", "/etc/alternatives", "/etc/OpenCL",
      "/etc/vdpau_wrapper.cfg", "/etc/nsswitch.conf", "/etc/passwd", "/sys/devices/system", "/dev/zero",
      "/dev/urandom", "/dev/random",
      // Without its cache, fontconfig opens all fonts at each start.
      "/var/cache/fontconfig",
    ]).map { ("r", $0) } + [
      ("d", "/dev/null"),
      // libdispatch counts its threads by /proc/NUMBER/stat, and ends the process if it cannot. Others' memory and variables stay closed:
      // the kernel checks who may trace them.
      ("k", "/proc"),
    ]

  /// The folders of the program, its loaded libraries, and library folders in variables.
  private static func libraryFolders(_ inherited: [String: String]) -> [String] {
    let told = ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"].flatMap {
      (inherited[$0] ?? "").split(separator: ":").map(String.init)
    }
    let folders = LoadedLibraries.ofThisProcess.map(FileSystem.parent) + told
    return Set(folders.filter { $0.hasPrefix("/") }.compactMap(FileSystem.canonicalPath)).filter(isOutside).sorted()
  }

  /// Whether a folder, with every link resolved, is outside the system's folders and not the root.
  private static func isOutside(_ folder: String) -> Bool {
    folder != "/" && !systemFolders.contains { FileSystem.lies(folder, in: $0) }
  }

  /// They start programs (ld.so(8)), also those that a script starts.
  private static let loaders = [
    "/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1", "/lib/ld-linux-armhf.so.3",
    "/lib/ld-linux-riscv64-lp64d.so.1", "/lib/ld-musl-x86_64.so.1", "/lib/ld-musl-aarch64.so.1",
  ]
}

/// The access to a file, or to all files of a folder, in the letters of Csystem.
private typealias FileRule = (access: Character, path: String)

/// The programs that workers start, as needed by a sandbox: what each must be able to start, and what it reads at its start. A
/// distribution's are in the usual folders; those of Nix, Guix, Homebrew or conda have their own loader and libraries.
struct SandboxedPrograms: Sendable {
  /// Files, and folders whose files may all be started, with every link resolved if known.
  var executables: [String] = []
  /// With every link resolved.
  var libraryFolders: [String] = []

  /// ffmpeg, ffprobe and tesseract, if they are in `PATH`.
  static func find(_ variables: [String: String]) async -> SandboxedPrograms {
    async let ffmpeg = of("ffmpeg", variables)
    async let ffprobe = of("ffprobe", variables)
    async let tesseract = of("tesseract", variables)
    let found = await [ffmpeg, ffprobe, tesseract]
    return SandboxedPrograms(
      executables: found.flatMap(\.executables).distinct, libraryFolders: found.flatMap(\.libraryFolders).distinct)
  }

  private static func of(_ name: String, _ variables: [String: String]) async -> SandboxedPrograms {
    let found = LoadedLibraries.program(name, in: variables["PATH"]).flatMap(FileSystem.canonicalPath)
    guard let program = found else { return SandboxedPrograms() }
    let libraries = await LoadedLibraries.of(program)
    // Libraries loaded later may be next to those loaded at once, under a link's name or its target's. tesseract reads its data.
    let place = FileSystem.parent(of: FileSystem.parent(of: program))
    let folders =
      (libraries + libraries.compactMap(FileSystem.canonicalPath)).map(FileSystem.parent)
      + [place + "/lib", place + "/share/tessdata"]
    return SandboxedPrograms(
      executables: [program] + starters(of: program),
      libraryFolders: folders.distinct.compactMap(FileSystem.canonicalPath))
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
    let line = String(decoding: start.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return line.split { $0 == " " || $0 == "\t" }.first.map(String.init)
  }
}

/// The gaps in the workers' sandbox.
public struct SandboxGaps: OptionSet, Hashable, Sendable, Codable {
  public let rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Files: Landlock is missing or disabled.
  public static let files = SandboxGaps(csandbox_gap_files)
  /// System calls: the kernel does not filter them.
  public static let calls = SandboxGaps(csandbox_gap_calls)
  /// Privileges to be gained, and limits that can be raised.
  public static let rights = SandboxGaps(csandbox_gap_rights)

  private init(_ gap: csandbox_gap) { self.init(rawValue: Int32(gap.rawValue)) }

  /// The expected gaps here, from the kernel's features.
  public static let ofThisSystem: SandboxGaps = {
    var gaps: SandboxGaps = []
    if csandbox_landlock_version() == 0 { gaps.insert(.files) }
    if csandbox_can_forbid_calls() == 0 { gaps.insert(.calls) }
    return gaps
  }()

  /// The gaps after this process sandboxed itself at its start; nil if it did not.
  static var ofThisProcess: SandboxGaps? {
    let gaps = csandbox_gaps()
    return gaps < 0 ? nil : SandboxGaps(rawValue: gaps)
  }

  /// In the form of reports: `full`, `partly (…)` or `none`.
  public var summary: String {
    if isSuperset(of: [.files, .calls]) { return "none" }
    let words: [(SandboxGaps, String)] = [
      (.files, "no Landlock"), (.calls, "no seccomp"), (.rights, "not all rights and limits"),
    ]
    let missing = words.filter { contains($0.0) }.map(\.1)
    return missing.isEmpty ? "full" : "partly (\(missing.joined(separator: ", ")))"
  }
}

/// The state of the workers' sandboxes, as they report it before they see any picture.
public final class SandboxRecord: Sendable {
  private let told = Mutex<SandboxGaps?>(nil)

  public init() {}

  /// Adds one worker's report.
  func add(_ gaps: SandboxGaps) { told.withLock { $0 = ($0 ?? []).union(gaps) } }

  /// The state of the worst of them; the expected state if none has started.
  public func summary(_ use: SandboxUse) -> String {
    use == .off ? "off" : (told.withLock(\.self) ?? .ofThisSystem).summary
  }
}
