import Csandbox
import Csystem
import PushDelivery

/// The things that workers and their programs can reach: libraries to read, ffmpeg and ffprobe to start, and for each process a folder to
/// read sources from and another to write to. A worker sandboxes itself before its own code runs, by the variables that are set here
/// (Csandbox), so that a compromised decoder finds no network, no other files and no other processes.
struct WorkerSandbox: Sendable {
  let use: SandboxUse
  /// How many additional processes and threads all workers together may have.
  private let moreProcesses: Int
  private let newestLandlock: Int?
  /// Startable programs.
  var programs = SandboxedPrograms()

  /// - Parameter workers: how many run at once.
  init(_ command: WorkerConfiguration, workers: Int) {
    (use, newestLandlock) = (command.limits.sandbox, command.newestLandlock)
    // A video decoder has a thread for each processor, and a library some more.
    moreProcesses = 512 * workers
  }

  /// Whether workers' file access is limited.
  var confinesFiles: Bool { use != .off && SandboxGaps.ofThisSystem.summary != "none" }

  /// The variables for a worker.
  ///
  /// - Parameters:
  ///   - inherited: the variables to find programs and libraries.
  ///   - place: its folders.
  func variables(_ inherited: [String: String], executable: String, in place: WorkerPlace) -> [String: String] {
    guard use != .off else { return [:] }
    let rules = (Self.systemRules + ownRules(inherited, executable: executable, in: place)).filter {
      Self.isSayable($0.path)
    }
    var lines = rules.map { "\($0.access) \($0.path)" } + ["p \(moreProcesses)"]
    if let newestLandlock { lines.append("v \(newestLandlock)") }
    return ["RICHPUSH_SANDBOX": use.rawValue, "RICHPUSH_SANDBOX_RULES": lines.joined(separator: "\n")]
  }

  /// Rules have one line each.
  static func isSayable(_ path: String) -> Bool { !path.utf8.contains { $0 == UInt8(ascii: "\n") || $0 == 0 } }

  private func ownRules(_ inherited: [String: String], executable: String, in place: WorkerPlace) -> [FileRule] {
    let readable = [executable] + Self.libraryFolders(inherited) + programs.libraryFolders.filter(Self.isOutside)
    let startable = programs.executables + Self.loaders
    return readable.map { FileRule("r", $0) } + startable.map { FileRule("x", $0) }
      + [FileRule("w", place.outputFolder), FileRule("k", place.sourceFolder)]
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
    ]).map { FileRule("r", $0) } + [
      FileRule("d", "/dev/null"),
      // libdispatch counts its threads by /proc/NUMBER/stat, and ends the process if it cannot. Others' memory and variables stay closed:
      // the kernel checks who may trace them.
      FileRule("k", "/proc"),
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
    "/lib/ld-linux-riscv64-lp64d.so.1",
    "/lib/ld-musl-x86_64.so.1", "/lib/ld-musl-aarch64.so.1",
  ]
}

/// The access to a file, or to all files of a folder, in the letters of Csandbox.
private struct FileRule {
  let access: Character
  let path: String

  init(_ access: Character, _ path: String) { (self.access, self.path) = (access, path) }
}
