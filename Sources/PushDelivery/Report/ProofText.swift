import Essentials

/// Whether the files in requests are known to arrive, in words: the last line of a run, and a line of the contact sheet.
package enum ProofText {
  /// - Parameters:
  ///   - moment: the earliest load of a URL that this command did not load itself, as in reports; nil: it loaded all.
  ///   - life: how many seconds that counts.
  package static func line(_ proof: DeliveryProof, at moment: String? = nil, lasting life: Int = .max) -> String {
    guard proof == .proven else {
      return "unproven: not every URL was loaded. Deploy the files, then run `richpush verify`"
    }
    guard let moment else { return "proven: each URL delivers what was published" }
    if let age = age(of: moment), age > life { return expired(moment) }
    let (date, time) = parts(of: moment)
    return
      "proven on \(date): each URL delivered what was published at \(time) UTC or later; `richpush verify` asks again"
  }

  /// The line when the proof of a moment no longer counts.
  package static func expired(_ moment: String) -> String {
    let (date, time) = parts(of: moment)
    return "not proven since \(date), \(time) UTC: each URL delivered what was published then; run `richpush verify`"
  }

  private static func parts(of moment: String) -> (date: Substring, time: Substring) {
    (moment.prefix("2026-11-25".count), moment.dropFirst("2026-11-25T".count).prefix("19:24".count))
  }

  /// In seconds.
  private static func age(of moment: String) -> Int? {
    (try? Date(moment, strategy: .iso8601)).map { Int(Date().timeIntervalSince($0)) }
  }
}
