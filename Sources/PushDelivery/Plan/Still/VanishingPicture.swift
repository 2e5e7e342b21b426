package import Findings
package import MediaFacts

extension [StillPlan] {
  /// The diagnostic for a picture of which a large part vanishes: on the background that clients show behind transparency, or on the colour
  /// of a flattened one.
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
  /// The background's kind; nil for a colour in between.
  fileprivate var ground: Picture.Ground? {
    let brightness = Int(red) + Int(green) + Int(blue)
    return brightness < 150 ? .dark : brightness > 690 ? .light : nil
  }
}
