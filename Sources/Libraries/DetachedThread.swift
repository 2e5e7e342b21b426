import Csystem

/// System threads, for blocking work that must not hold up Swift's own.
public enum DetachedThread {
  /// Runs a closure on a new detached thread. The process ends where the system cannot start a thread.
  /// - Parameter name: what debuggers and process lists call it; Linux keeps fifteen characters. nil: that of the process.
  public static func start(named name: String? = nil, _ work: @escaping @Sendable () -> Void) {
    let context = unsafe Unmanaged.passRetained(Work(run: work)).toOpaque()
    let code = unsafe csystem_start_thread(name, context) { context in
      guard let context = unsafe context else { return }
      unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
    }
    guard code == 0 else { fatalError("the system starts no more threads") }
  }

  /// The calling thread's name, as far as the system keeps it; empty where unknown.
  public static var currentName: String {
    var name = [CChar](repeating: 0, count: 64)
    guard unsafe csystem_thread_name(&name, name.count) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The closure to run, in a form that C can pass.
  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
