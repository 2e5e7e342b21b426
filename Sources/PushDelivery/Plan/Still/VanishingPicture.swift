package import Findings
package import MediaFacts

extension [StillPlan] {
  /// What there is to say of a picture of which a good part vanishes: on a ground that clients show behind its transparency, or on the
  /// colour that it is laid on.
  package func vanishing(_ picture: Picture, about subject: Diagnostic.Subject) -> [Diagnostic] {
    let grounds = Picture.Ground.allCases.filter { ground in
      picture.vanishesOn.contains(ground)
        && contains { $0.specification.keepsTransparency || $0.specification.background.ground == ground }
    }
    guard !grounds.isEmpty, let first else { return [] }
    let names = grounds.map(\.rawValue).joined(separator: " and ")
    let keeps = first.specification.keepsTransparency
    return [
      Diagnostic(
        .imageVanishes, subject,
        "parts of it stand on transparency and cannot be seen on \(keeps ? "\(names) notifications" : "its \(names) background")",
        remedy: "set `background` to a colour that it shows on" + (keeps ? ", and `transparency: flatten`" : ""))
    ]
  }
}

extension RGBColor {
  /// What it is like behind a picture; nil for a colour in between.
  fileprivate var ground: Picture.Ground? {
    let brightness = Int(red) + Int(green) + Int(blue)
    return brightness < 150 ? .dark : brightness > 690 ? .light : nil
  }
}
