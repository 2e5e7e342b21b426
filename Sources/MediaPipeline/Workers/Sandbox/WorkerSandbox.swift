import Csandbox
import Csystem
import PushDelivery

/// What workers can reach, and the programs that they start: libraries to read, ffmpeg and ffprobe to start, one
/// folder to read sources from and one to write to. A worker locks itself in before its own code runs, by the variables that are set here (Csandbox), so that a decoder
/// that a file has taken over finds no network, no other files and no other processes.
struct WorkerSandbox: Sendable {
  let use: SandboxUse
  /// How many processes and threads more than now there may be: all that workers have in common.
  private let moreProcesses: Int
  private let newestLandlock: Int?
  /// Absolute: what workers may write to, by names that they are told.
  let outputFolder: String
  /// Absolute: what they may read of, by names that they are told.
  let sourceFolder: String

  /// - Parameter workers: how many there are at once.
  init(_ command: WorkerConfiguration, workers: Int, outputFolder: String, sourceFolder: String) {
    (use, newestLandlock) = (command.limits.sandbox, command.newestLandlock)
    // A decoder of films has a thread for each processor, and a library some more.
    moreProcesses = 512 * workers
    self.outputFolder = outputFolder
    self.sourceFolder = sourceFolder
  }

  /// Whether files lie out of a worker's reach.
  var confinesFiles: Bool { use != .off && SandboxGaps.ofThisSystem.summary != "none" }

  /// By what a worker is told.
  ///
  /// - Parameter inherited: those by which it finds programs and libraries.
  func variables(_ inherited: [String: String], executable: String) -> [String: String] {
    guard use != .off else { return [:] }
    var rules = Self.systemRules.map { "\($0) \($1)" }
    rules += Self.libraryFolders(inherited, executable: executable).map { "r \($0)" }
    rules += Self.programs.map { "x \($0)" }
    rules += ["w \(outputFolder)", "k \(sourceFolder)", "p \(moreProcesses)"]
    if let newestLandlock { rules.append("v \(newestLandlock)") }
    return ["RICHPUSH_SANDBOX": use.rawValue, "RICHPUSH_SANDBOX_RULES": rules.joined(separator: "\n")]
  }

  /// What libraries ask of a system when they start. Neither homes nor variable data are among it, and of `/etc` nothing that says who
  /// may do what.
  private static let systemRules: [(access: Character, path: String)] = [
    ("r", "/usr"), ("r", "/lib"), ("r", "/lib32"), ("r", "/lib64"), ("r", "/nix/store"), ("r", "/gnu/store"),
    ("r", "/etc/ld.so.cache"), ("r", "/etc/ld.so.preload"), ("r", "/etc/localtime"), ("r", "/etc/fonts"),
    ("r", "/etc/alternatives"), ("r", "/etc/OpenCL"), ("r", "/etc/vdpau_wrapper.cfg"), ("r", "/etc/nsswitch.conf"),
    ("r", "/etc/passwd"), ("r", "/sys/devices/system"), ("r", "/dev/zero"), ("r", "/dev/urandom"), ("r", "/dev/random"),
    ("d", "/dev/null"),
    // libdispatch counts its threads by /proc/NUMBER/stat, and ends the process where it cannot. Memory and variables of others stay
    // closed there: the kernel asks who may trace them.
    ("k", "/proc"),
  ]

  /// Where the program and what it has loaded lie, and where ffmpeg's libraries may: all that is not below `/usr` anyway.
  private static func libraryFolders(_ inherited: [String: String], executable: String) -> [String] {
    let told = ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"].flatMap {
      (inherited[$0] ?? "").split(separator: ":").map(String.init)
    }
    let folders = LoadedLibraries.ofThisProcess.map(FileSystem.parent) + told
    return [executable]
      + Set(folders.filter { $0.hasPrefix("/") && !$0.hasPrefix("/usr/") && !$0.hasPrefix("/lib") }).sorted()
  }

  /// ffmpeg and ffprobe with every link resolved, and what the system starts programs with. A folder `lib` beside theirs has the
  /// libraries of those that were not installed by the system.
  private static var programs: [String] {
    let found = ["ffmpeg", "ffprobe"].compactMap(LoadedLibraries.program).compactMap(FileSystem.canonicalPath)
    let libraries = found.map { FileSystem.parent(of: FileSystem.parent(of: $0)) + "/lib" }
    // Whoever has put a script in a program's place wants it to start others.
    let isScript = found.contains { (try? FileReading.start(of: $0, count: 2)) == Array("#!".utf8) }
    return found + libraries.filter { !$0.hasPrefix("/usr") } + loaders
      + (isScript ? ["/usr", "/bin", "/lib", "/lib64"] : [])
  }

  /// Programs are started by them (ld.so(8)).
  private static let loaders = [
    "/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1", "/lib/ld-linux-armhf.so.3",
    "/lib/ld-linux-riscv64-lp64d.so.1",
    "/lib/ld-musl-x86_64.so.1", "/lib/ld-musl-aarch64.so.1",
  ]
}
