import Csystem

/// Threads of the system, for work that waits and must not hold up Swift's own.
public enum DetachedThread {
  /// Runs something on a new thread, which ends with it. Nobody waits for it. The process ends where the system starts no thread.
  ///
  /// - Parameter name: what debuggers and process lists call it; Linux keeps fifteen characters. nil: that of the process.
  public static func start(named name: String? = nil, _ work: @escaping @Sendable () -> Void) {
    let context = Unmanaged.passRetained(Work(run: work)).toOpaque()
    let code = csystem_start_thread(name, context) { context in
      guard let context else { return }
      Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
    }
    guard code == 0 else { fatalError("the system starts no more threads") }
  }

  /// What the calling thread is called, as much of it as the system keeps; empty where that does not say.
  public static var currentName: String {
    var name = [CChar](repeating: 0, count: 64)
    guard csystem_thread_name(&name, name.count) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// What is to be run, in a form that C carries along.
  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
