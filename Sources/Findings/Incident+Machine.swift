/// The machine or the network failed, and not the campaign: trying again may help.
extension Incident {
  static let machine = [
    machineCache, machineCancelled, machineClock, machineDiskFull, machineFailed, machineMissingProgram, machineNetwork,
    machineSharedCache, machineStoreBusy, machineStoreInterrupted, machineStoreTimeout, machineStoreUnreachable,
    machineWriteFailed,
  ]

  public static let machineCache = Incident(
    "machine.cache", .machine, .warning,
    "What was made cannot be kept under `cache.path`, so later runs make it again.",
    remedy: "let this user write there, make room, or name another folder; nothing is wrong with what was made")

  public static let machineCancelled = Incident(
    "machine.cancelled", .machine, .error, "Publishing was ended before it was done.",
    remedy: "run again; what is there is not uploaded again")

  public static let machineClock = Incident(
    "machine.clock", .machine, .error, "This machine's clock is wrong, so the store refuses its signatures.",
    remedy: "set the clock, and keep it right with NTP",
    source: "https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html")

  public static let machineDiskFull = Incident(
    "machine.disk-full", .machine, .error,
    "The disk, or the quota of who runs this, is full; the diagnostic names the file system.",
    remedy: "free some space and run again")

  public static let machineFailed = Incident(
    "machine.failed", .machine, .error, "The machine refused something; the diagnostic says what.",
    remedy: "mend that and run again")

  public static let machineMissingProgram = Incident(
    "machine.missing-program", .machine, .error,
    "A program that this file needs is not installed: ffmpeg for videos, animated PNG, BMP and `motion: mp4`.",
    remedy: "install it: `apt-get install ffmpeg` or `brew install ffmpeg`", isOfFilesAlone: true)

  public static let machineNetwork = Incident(
    "machine.network", .machine, .error,
    "A hosted asset could not be loaded: its host has no address, no connection came about, or it broke.",
    remedy: "look whether the address is right and reachable from here, and check again")

  public static let machineSharedCache = Incident(
    "machine.shared-cache", .machine, .warning,
    "The cache under `cache.remote` is gone, slow, full, or has entries that are not what they claim to be; all was made "
      + "without it.",
    remedy: "look after the cache; nothing is wrong with what was made")

  public static let machineStoreBusy = Incident(
    "machine.store-busy", .machine, .error, "The store has too much to do, or a fault of its own.",
    remedy: "run again later; what is there is not uploaded again",
    source: "https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html")

  public static let machineStoreInterrupted = Incident(
    "machine.store-interrupted", .machine, .error, "An upload did not arrive whole.",
    remedy: "run again; what is there is not uploaded again")

  public static let machineStoreTimeout = Incident(
    "machine.store-timeout", .machine, .error, "The store took too long.",
    remedy: "run again on a better line; what is there is not uploaded again")

  public static let machineStoreUnreachable = Incident(
    "machine.store-unreachable", .machine, .error,
    "The store's host has no address, or there is no connection to it.",
    remedy: "look at the network and at the endpoint, then run again")

  public static let machineWriteFailed = Incident(
    "machine.write-failed", .machine, .error, "A file could not be published.",
    remedy: "mend that and run again")
}

extension Diagnostic {
  /// The disk, or the user's quota of it, is full.
  package static func diskFull(_ subject: Subject, _ message: String, remedy: String? = nil) -> Diagnostic {
    Diagnostic(.machineDiskFull, subject, message, remedy: remedy)
  }
}
