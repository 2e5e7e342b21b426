import MediaFacts
import PushDelivery

/// The ffmpeg filters that prepare a video's frames for every screen: upright, progressive, in square pixels, in the standard range and
/// colours (BT.709), opaque.
///
/// ffmpeg itself turns frames upright before these filters see them (`-autorotate`, on by default), so sizes here are upright. Scaling to a
/// size that is meant for square pixels makes them square.
struct VideoFilters: Sendable {
  let video: Video
  /// The size of the result in square pixels.
  let size: PixelSize
  /// The most frames per second; nil for no limit.
  var maximumFrameRate: Int?
  /// Shown behind transparency.
  var background = RGBColor.white

  /// The target format.
  enum Target: Sendable {
    /// Pictures for an encoder of movies: `yuv420p` of the limited range. Both sides of the size must be even.
    case movie
    /// Pictures for stills and animations: `rgb24`.
    case rgb
  }

  /// For `-vf`: one input, one output.
  func chain(to target: Target) -> String {
    let standardColor = needsColorConversion ? converting : [scaling(target)]
    return (deinterlacing + limitingFrameRate + standardColor + flattening + ending(target)).joined(separator: ",")
  }

  /// Deinterlaces frames that are marked as interlaced; all others pass untouched.
  private var deinterlacing: [String] {
    // The filter refuses planes of fewer than 3 columns or 4 lines, and chroma may have a quarter of a picture's. Real interlaced video
    // is larger.
    let isLargeEnough = min(video.codedSize.width, video.codedSize.height) >= 16
    guard Self.codecsWithFields.contains(video.codec), isLargeEnough else { return [] }
    return ["bwdif=mode=send_frame:deint=interlaced"]
  }

  /// Codecs whose frames may be interlaced.
  private static let codecsWithFields: Set<String> = [
    "mpeg2video", "h264", "mpeg4", "dvvideo", "mjpeg", "prores", "vc1",
  ]

  /// A constant frame rate, only if there are more frames than allowed; otherwise their times are kept.
  private var limitingFrameRate: [String] {
    guard limitsFrameRate, let maximumFrameRate else { return [] }
    return ["fps=\(maximumFrameRate)"]
  }

  /// True if there are more frames than allowed. 59.94 / 2 frames a second count as 30.
  var limitsFrameRate: Bool { maximumFrameRate.map { video.frameRate > Double($0) * 1.001 } ?? false }

  /// True if more than the matrix and range of colours differs from BT.709.
  private var needsColorConversion: Bool { video.color.transfer != .standard || video.color.primaries != .bt709 }

  /// swscale converts matrices and ranges; it follows the frames' own tags.
  private func scaling(_ target: Target) -> String {
    let flags = "flags=lanczos+accurate_rnd+full_chroma_int+full_chroma_inp"
    let output = target == .movie && !video.hasAlpha ? ":out_color_matrix=bt709:out_range=tv" : ""
    return "scale=\(size.width):\(size.height):\(flags):in_color_matrix=\(inputMatrix)" + output
  }

  /// Players assume BT.709 for untagged large pictures and BT.601 for small ones.
  private var inputMatrix: String {
    guard video.colorMatrix == nil else { return "auto" }
    return video.codedSize.width >= 1280 || video.codedSize.height > 576 ? "bt709" : "bt601"
  }

  /// zscale (libzimg) also converts transfer functions and primaries. Brightness is mapped as `ToneMapping` does for stills: with the same
  /// reference white, peak and knee, below which nothing changes.
  private var converting: [String] {
    let shape = "zscale=w=\(size.width):h=\(size.height):f=lanczos"
    let input = "tin=\(video.color.transfer.filterName):pin=\(video.color.primaries.filterName):min=\(wideMatrix)"
    guard video.isHighDynamicRange else {
      return [shape + ":" + input + ":t=bt709:p=bt709" + (isRGB ? "" : ":m=bt709:r=tv")]
    }
    let peak = ToneCurve.peak / ToneCurve.referenceWhite
    return [
      shape + ":" + input + ":t=linear:npl=\(Int(ToneCurve.referenceWhite)):p=bt709", "format=gbrpf32le",
      "tonemap=mobius:param=0.5:desat=0:peak=\(peak)", "zscale=t=bt709:p=bt709:m=bt709:r=tv", "format=yuv444p",
    ]
  }

  private var wideMatrix: String {
    if isRGB { return "gbr" }
    return video.color.primaries == .bt2020 ? "bt2020nc" : "bt709"
  }

  private var isRGB: Bool { ["rgb", "bgr", "gbr", "argb", "abgr"].contains { video.pixelFormat.hasPrefix($0) } }

  /// The frames over copies of them painted with the background, so that their times and number stay.
  private var flattening: [String] {
    guard video.hasAlpha else { return [] }
    // Not `drawbox`: in ffmpeg 5.1 it crashes over RGB.
    let paint = "lutrgb=r=\(background.red):g=\(background.green):b=\(background.blue):a=255"
    return [
      "format=rgba", "split[above][below];[below]\(paint)[painted];[painted][above]overlay=format=rgb", "format=rgb24",
    ]
  }

  private func ending(_ target: Target) -> [String] {
    switch target {
    case .movie:
      (hasRGBFrames ? ["scale=out_color_matrix=bt709:out_range=tv"] : []) + [
        "format=yuv420p", "setsar=1",
        "setparams=field_mode=prog:range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709",
      ]
    case .rgb: ["format=rgb24", "setsar=1"]
    }
  }

  /// True if the filters before the end output red, green and blue.
  private var hasRGBFrames: Bool { video.hasAlpha || (needsColorConversion && isRGB && !video.isHighDynamicRange) }
}

extension ColorDescription.TransferFunction {
  /// ffmpeg's name of its code point of ITU-T H.273.
  var filterName: String {
    switch self {
    case .standard: "bt709"
    case .pq: "smpte2084"
    case .linear: "linear"
    case .hlg: "arib-std-b67"
    }
  }
}

extension ColorDescription.Primaries {
  /// ffmpeg's name of their code point of ITU-T H.273.
  var filterName: String {
    switch self {
    case .bt709: "bt709"
    case .displayP3: "smpte432"
    case .bt2020: "bt2020"
    }
  }
}

/// The tone curve for high dynamic range, in stills, animations and videos.
enum ToneCurve {
  /// The luminance, in candela per square metre, that becomes the white of sRGB: reference white of ITU-R BT.2408.
  static let referenceWhite = 203.0
  /// The luminance up to which highlights stay distinct; brighter ones are white.
  static let peak = 1000.0
}
