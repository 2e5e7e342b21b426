/// How large a picture is at a scale.
struct ScaleSize: Hashable {
  /// The least width and height that a picture is halved from; smaller pictures are made as large.
  static let least = 8

  let width: Int
  let height: Int

  /// The sizes of a picture's scales, each half of the one before, rounded up.
  ///
  /// As in libjxl there are six, or as many as it takes until a side has less than 8 samples.
  static func scales(of picture: SRGBImage) -> [ScaleSize] {
    var sizes = [ScaleSize(width: max(picture.width, least), height: max(picture.height, least))]
    while let last = sizes.last, sizes.count < 6, min(last.width, last.height) >= least {
      sizes.append(ScaleSize(width: (last.width + 1) / 2, height: (last.height + 1) / 2))
    }
    return sizes
  }
}
