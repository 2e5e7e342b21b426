import Csystem

/// Pipes and connections whose other end is gone.
package enum BrokenPipes {
  /// Has writing to one fail instead of ending this process: a worker may die, a client leave, a reader of standard output have had enough.
  /// The library calls it where it starts a worker or listens, and a program before it writes anything.
  package static func makeErrors() { csystem_ignore_broken_pipes() }
}
