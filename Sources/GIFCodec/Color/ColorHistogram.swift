/// How much of each colour there is, in bins of 32 reds, 64 greens and 32 blues.
struct ColorHistogram {
  /// A mean colour and its weight.
  struct Entry {
    var red: Float
    var green: Float
    var blue: Float
    var weight: Float
  }

  private struct Bin {
    var weight: Float = 0
    var red: Float = 0
    var green: Float = 0
    var blue: Float = 0
  }

  private var bins = [Bin](repeating: Bin(), count: 1 << 16)

  /// Adds an opaque colour.
  mutating func add(_ pixel: Pixel, weight: Float) {
    let index = (pixel.red >> 3) << 11 | (pixel.green >> 2) << 5 | pixel.blue >> 3
    bins[index].weight += weight
    bins[index].red += weight * Float(pixel.red)
    bins[index].green += weight * Float(pixel.green)
    bins[index].blue += weight * Float(pixel.blue)
  }

  /// What is there, in a fixed order.
  var entries: [Entry] {
    bins.lazy.filter { $0.weight > 0 }.map {
      Entry(red: $0.red / $0.weight, green: $0.green / $0.weight, blue: $0.blue / $0.weight, weight: $0.weight)
    }
  }
}
