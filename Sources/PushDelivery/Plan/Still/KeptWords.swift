package import Findings
package import MediaFacts

extension [StillPlan] {
  /// The diagnostic for a picture not cropped, to keep its words whole.
  package func keptWords(_ picture: Picture, about subject: Diagnostic.Subject) -> [Diagnostic] {
    let padded = map(\.specification).filter { $0.geometry.canvas != nil }
    guard !picture.words.isEmpty, let size = padded.first?.geometry.outputSize else { return [] }
    let platforms = Set(padded.flatMap { $0.platforms ?? Platform.allCases })
    return [
      Diagnostic(
        .imagePadded, subject, "padded to \(size) pixels, so that no client cuts its words off", platforms: platforms)
    ]
  }
}
