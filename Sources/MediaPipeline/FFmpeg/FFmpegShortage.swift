import PushDelivery

extension FFmpegProgram.Ending {
  /// What the program lacked, by its own words; nil when it succeeded or the file is the reason.
  var shortage: MediaError? {
    guard !isSuccess else { return nil }
    if errorLines.contains(where: { $0.contains("Cannot allocate memory") }) { return .outOfMemory }
    guard errorLines.contains(where: Self.tellsOfFewThreads) else { return nil }
    return .machine(
      detail: "ffmpeg gets no more threads; use fewer `jobs`, or raise `ulimit -u` or the container's limit")
  }

  /// Coders start threads when they are opened. The same words about the file itself are about reading it.
  private static func tellsOfFewThreads(_ errorLine: String) -> Bool {
    if errorLine.contains("ff_frame_thread_encoder_init failed") { return true }
    return errorLine.contains("Resource temporarily unavailable")
      && ["opening decoder", "opening encoder", "pthread_create"].contains { errorLine.contains($0) }
  }
}
