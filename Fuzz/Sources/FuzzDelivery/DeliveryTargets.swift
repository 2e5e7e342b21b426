import FuzzSupport

/// What reads texts of campaigns, requests, addresses and clients.
extension FuzzTarget {
  static let all: [FuzzTarget] = configuration + requests + network + addresses
}
