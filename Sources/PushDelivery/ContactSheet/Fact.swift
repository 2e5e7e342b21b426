/// A name and what it has.
struct Fact {
  private let name: String
  private let value: String
  private let address: String?

  /// - Parameter address: where a click leads; only what begins with https or http becomes a link.
  init(_ name: String, _ value: String, address: String? = nil) {
    self.name = name
    self.value = value
    self.address = address.flatMap { $0.hasPrefix("https://") || $0.hasPrefix("http://") ? $0 : nil }
  }

  var html: HTML {
    HTML.tag("div") {
      HTML.tag("dt") { name }
      HTML.tag("dd") {
        if let address {
          HTML.tag("a", ["href": address, "rel": "noreferrer noopener"]) { value.printable }
        } else {
          HTML.tag("bdi") { value.printable }
        }
      }
    }
  }
}
