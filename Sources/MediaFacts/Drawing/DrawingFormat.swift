extension PictureFormat {
  public static let svg = PictureFormat(
    FormatTraits(
      "svg", "SVG", extensions: ["svg"], mediaTypes: ["image/svg+xml"],
      unregisteredMediaTypes: ["image/svg"],
      appleTypes: ["image/svg+xml": ["svg", "svgz"]], recognition: .header { Markup($0) == .svg },
      support: ClientSupport(chrome: .mostly("some old versions of Chrome do not show"))),
    decoder: .drawing,
    readHeader: { view in
      // A drawing has no pixels; unpainted parts are transparent.
      var facts = HeaderFacts()
      let document = DrawingDocument(view)
      let contents = DrawingContents(document.view)
      facts.size = document.size
      facts.hasAlpha = true
      facts.differences = contents.different
      facts.unreadCoding = UnsupportedFormat(document, contents)
      return facts
    })
}

extension UnsupportedFormat {
  /// The parts of an SVG document that would be drawn wrongly; nil without any.
  init?(_ document: DrawingDocument, _ contents: DrawingContents) {
    if !contents.files.isEmpty {
      self.init(
        name: "an SVG that shows another file (\(contents.files.joined(separator: ", ")))",
        hint: "embed that file in it, as a data: URL, or export it as PNG")
    } else if !contents.missing.isEmpty {
      self.init(
        name: "an SVG with \(contents.missing.joined(separator: ", ")), which would be missing or black,",
        hint: "export it as PNG, or convert its text to paths and its effects to plain shapes and colours")
    } else if document.hasWrongBox {
      self.init(
        name: "an SVG whose viewBox is not four numbers with an area",
        hint: "correct it, or delete it and give width and height in px")
    } else if document.size == nil {
      self.init(
        name: "an SVG that does not say how large it is", hint: "give it a viewBox, or width and height in px")
    } else {
      return nil
    }
  }
}
