import Foundation
import TestSupport

/// A Slurm of one machine on free ports of 127.0.0.1, as the current user, with four processors whatever the machine has. It
/// ends when the last reference goes.
final class SlurmCluster: Sendable {
  static var isInstalled: Bool {
    ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "scancel"].allSatisfy { path(of: $0) != nil }
  }

  /// Debian has daemons in a folder that is not in everybody's `PATH`.
  private static func path(of name: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin"]
    return folders.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
  }

  private let folder: TemporaryFolder
  private let munge, controller, node: Process
  /// The variables that its commands need to find it, and those of the tests.
  let environment: [String: String]

  init() async throws {
    let folder = TemporaryFolder()
    // The controller starts nowhere else than on the machine of this name.
    let name = try await Program("uname").run(["-n"]).stdout
    let host = String(name.prefix { $0 != "." && $0 != "\n" })
    let environment = ProcessInfo.processInfo.environment.merging(["SLURM_CONF": folder.absolute("slurm.conf")]) { $1 }
    try Self.prepare(folder, host)
    let files = ["key", "pid", "log", "seed"].map { "--\($0)-file=\(folder.absolute("munge.\($0)"))" }
    munge = try Self.start(
      "munged", ["--foreground", "--force", "--num-threads=2", "--socket=\(folder.absolute("munge.socket"))"] + files,
      environment)
    try await waitUntil("munged listens") { folder.exists("munge.socket") }
    controller = try Self.start("slurmctld", ["-D", "-c"], environment)
    node = try Self.start("slurmd", ["-D", "-N", host], environment)
    self.folder = folder
    self.environment = environment
    try await waitUntil("the node is there") {
      try await command("sinfo", "--noheader", "--format=%T").stdout == "idle\n"
    }
  }

  // Signals are blocked in what Foundation starts, but for this one. Each shell has its own group, and its daemon is in it. A test has
  // waited for its jobs before.
  deinit {
    for daemon in [node, controller, munge] { kill(-daemon.processIdentifier, SIGKILL) }
  }

  /// Runs one of its commands.
  func command(
    _ name: String, _ arguments: String..., environment more: [String: String] = [:], in directory: String? = nil
  ) async throws -> ProgramOutput {
    try await Program(name).run(arguments, environment: environment.merging(more) { $1 }, workingDirectory: directory)
  }

  /// Below a shell, which keeps what it inherits open. These daemons close it, and Foundation takes that for the end of a process and waits
  /// for it where it hears of the ends of all others, so that waiting for one of those would never end.
  private static func start(_ name: String, _ arguments: [String], _ environment: [String: String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    // Of the last command a shell may make itself.
    process.arguments = ["-c", "\"$@\"; true", "sh", path(of: name) ?? name] + arguments
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  private static func prepare(_ folder: TemporaryFolder, _ host: String) throws {
    for name in ["state", "spool"] { try folder.createFolder(name) }
    try folder.write("", to: "cgroup.conf")
    // Of one test on one machine: it need only be long enough for munged.
    try folder.write((0..<1_024).map { _ in UInt8.random(in: 0...255) }, to: "munge.key")
    let permissions: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
    try FileManager.default.setAttributes(permissions, ofItemAtPath: folder.absolute("munge.key"))
    // Both at once, so that they are two.
    let listeners = [try SilentListener(), try SilentListener()]
    try folder.write(configuration(folder.path, host, listeners.map(\.port)), to: "slurm.conf")
  }

  /// A requeued job starts as soon as its previous credential has expired: after five seconds and not the usual two minutes.
  private static func configuration(_ folder: String, _ host: String, _ ports: [Int]) -> String {
    """
    ClusterName=tests
    SlurmctldHost=\(host)(127.0.0.1)
    SlurmctldPort=\(ports[0])
    SlurmdPort=\(ports[1])
    CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
    SlurmUser=\(NSUserName())
    SlurmdUser=\(NSUserName())
    AuthType=auth/munge
    AuthInfo=cred_expire=5,socket=\(folder)/munge.socket
    CredType=cred/munge
    StateSaveLocation=\(folder)/state
    SlurmdSpoolDir=\(folder)/spool
    SlurmctldPidFile=\(folder)/controller.pid
    SlurmdPidFile=\(folder)/node.pid
    SlurmctldLogFile=\(folder)/controller.log
    SlurmdLogFile=\(folder)/node.log
    ProctrackType=proctrack/linuxproc
    TaskPlugin=task/none
    SchedulerType=sched/builtin
    SchedulerParameters=batch_sched_delay=1,sched_interval=2
    SelectType=select/cons_tres
    SelectTypeParameters=CR_CPU
    SlurmdParameters=config_overrides
    KillWait=2
    ReturnToService=2
    MpiDefault=none
    SwitchType=switch/none
    JobAcctGatherType=jobacct_gather/none
    AccountingStorageType=accounting_storage/none
    NodeName=\(host) NodeAddr=127.0.0.1 CPUs=4 RealMemory=1000000 State=UNKNOWN
    PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP

    """
  }
}
