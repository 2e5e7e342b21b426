import Csandbox
import Csystem
import PushDelivery

/// What workers can reach, and the programs that they start: libraries to read, ffmpeg and ffprobe to start, a folder of its own for each
/// process to read sources from and another to write to. A worker locks itself in before its own code runs, by the variables that are set
/// here (Csandbox), so that a decoder that a file has taken over finds no network, no other files and no other processes.
struct WorkerSandbox: Sendable {
  let use: SandboxUse
  /// How many processes and threads more than now there may be: all that workers have in common.
  private let moreProcesses: Int
  private let newestLandlock: Int?
  /// What they may start.
  var programs = SandboxedPrograms()

  /// - Parameter workers: how many there are at once.
  init(_ command: WorkerConfiguration, workers: Int) {
    (use, newestLandlock) = (command.limits.sandbox, command.newestLandlock)
    // A decoder of films has a thread for each processor, and a library some more.
    moreProcesses = 512 * workers
  }

  /// Whether files lie out of a worker's reach.
  var confinesFiles: Bool { use != .off && SandboxGaps.ofThisSystem.summary != "none" }

  /// By what a worker is told.
  ///
  /// - Parameters:
  ///   - inherited: those by which it finds programs and libraries.
  ///   - place: the folders that are its own.
  func variables(_ inherited: [String: String], executable: String, in place: WorkerPlace) -> [String: String] {
    guard use != .off else { return [:] }
    let rules = (Self.systemRules + ownRules(inherited, executable: executable, in: place)).filter {
      Self.isSayable($0.path)
    }
    var lines = rules.map { "\($0.access) \($0.path)" } + ["p \(moreProcesses)"]
    if let newestLandlock { lines.append("v \(newestLandlock)") }
    return ["RICHPUSH_SANDBOX": use.rawValue, "RICHPUSH_SANDBOX_RULES": lines.joined(separator: "\n")]
  }

  /// The rules are lines of a variable.
  static func isSayable(_ path: String) -> Bool { !path.utf8.contains { $0 == UInt8(ascii: "\n") || $0 == 0 } }

  private func ownRules(_ inherited: [String: String], executable: String, in place: WorkerPlace) -> [FileRule] {
    let readable = [executable] + Self.libraryFolders(inherited) + programs.libraryFolders.filter(Self.isOutside)
    let startable = programs.executables + Self.loaders
    return readable.map { FileRule("r", $0) } + startable.map { FileRule("x", $0) }
      + [FileRule("w", place.outputFolder), FileRule("k", place.sourceFolder)]
  }

  /// What has the system's programs and libraries.
  private static let systemFolders = ["/usr", "/lib", "/lib32", "/lib64", "/nix/store", "/gnu/store"]

  /// Where the programs of scripts lie.
  static let programFolders = ["/usr", "/bin", "/lib", "/lib64", "/nix/store", "/gnu/store"]

  /// What libraries ask of a system when they start. Neither homes nor variable data are among it, and of `/etc` nothing that says who
  /// may do what.
  private static let systemRules: [FileRule] =
    (systemFolders + [
      "/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/localtime", "/etc/fonts", "/etc/alternatives", "/etc/OpenCL",
      "/etc/vdpau_wrapper.cfg", "/etc/nsswitch.conf", "/etc/passwd", "/sys/devices/system", "/dev/zero",
      "/dev/urandom", "/dev/random",
      // Without what it has written down of fonts, fontconfig opens all of them at each start.
      "/var/cache/fontconfig",
    ]).map { FileRule("r", $0) } + [
      FileRule("d", "/dev/null"),
      // libdispatch counts its threads by /proc/NUMBER/stat, and ends the process where it cannot. Memory and variables of others stay
      // closed there: the kernel asks who may trace them.
      FileRule("k", "/proc"),
    ]

  /// Where the program and what it has loaded lie, and where variables say that libraries do.
  private static func libraryFolders(_ inherited: [String: String]) -> [String] {
    let told = ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"].flatMap {
      (inherited[$0] ?? "").split(separator: ":").map(String.init)
    }
    let folders = LoadedLibraries.ofThisProcess.map(FileSystem.parent) + told
    return Set(folders.filter { $0.hasPrefix("/") }.compactMap(FileSystem.canonicalPath)).filter(isOutside).sorted()
  }

  /// Whether a folder, with every link resolved, lies beside the system's and is not above all others.
  private static func isOutside(_ folder: String) -> Bool {
    folder != "/" && !systemFolders.contains { FileSystem.lies(folder, in: $0) }
  }

  /// Programs are started by them (ld.so(8)), also those that a script starts.
  private static let loaders = [
    "/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1", "/lib/ld-linux-armhf.so.3",
    "/lib/ld-linux-riscv64-lp64d.so.1",
    "/lib/ld-musl-x86_64.so.1", "/lib/ld-musl-aarch64.so.1",
  ]
}

/// What may be done with a file, or with all files of a folder, in the letters of Csandbox.
private struct FileRule {
  let access: Character
  let path: String

  init(_ access: Character, _ path: String) { (self.access, self.path) = (access, path) }
}
