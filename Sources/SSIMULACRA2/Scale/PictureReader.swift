/// Reads a picture from top to bottom, at all scales at once.
struct PictureReader {
  /// Rows to be read; more than the picture has when it is smaller than the least size.
  let height: Int
  private let width: Int
  private let picture: SRGBImage
  private let scale: PictureScale

  /// - Parameter consumers: for each scale those of X, Y and B - Y; nil where nothing is counted.
  init(_ picture: SRGBImage, consumers: [[(any BandConsumer)?]]) {
    let sizes = ScaleSize.scales(of: picture)
    (width, height) = (sizes[0].width, sizes[0].height)
    self.picture = picture
    scale = PictureScale(sizes[...], consumers: consumers)
  }

  /// Reads the next row.
  func read(row: Int) {
    scale.push { picture.writeLight(channel: $0, row: row, width: width, into: $1) }
  }

  /// Takes the end of the picture.
  func finish() { scale.finish() }

  func readAll() {
    for row in 0..<height { read(row: row) }
    finish()
  }
}
