import Essentials
import MediaFacts
import PushDelivery

/// Makes a video's facts from ffprobe's output. Impossible numbers are replaced by packet data.
struct VideoFacts {
  let file: ProbedFile
  let stream: ProbedFile.Stream
  let times: PacketTimes
  /// The times of its sound's packets; nil if it is silent.
  var soundTimes: PacketTimes?

  /// The video's start in the file's own time, for ffmpeg's seeking.
  var start: Double { file.format?.startTime?.saneNumber ?? times.times.first ?? 0 }

  /// - Returns: nil if its duration is unknown.
  func video(format: VideoFormat, codec: String, codedSize: PixelSize) -> Video? {
    guard let duration, let frameRate else { return nil }
    let shape = pixelShape
    let pixels = PixelFormatName(name: stream.pixFmt ?? "unknown")
    return Video(
      format: format, size: Self.size(codedSize, pixelShape: shape, rotation: rotation), codedSize: codedSize,
      rotation: rotation, hasSquarePixels: shape == 1, duration: duration, codec: codec, codecProfile: stream.profile,
      pixelFormat: pixels.name, frameRate: frameRate, hasVariableFrameRate: times.isVariable,
      isInterlaced: isInterlaced, hasHiddenPictures: times.hidesMore(than: 4), color: color,
      colorMatrix: colorMatrix, bitDepth: pixels.bitDepth ?? sampleBits ?? 8,
      hasAlpha: pixels.hasAlpha || stream.tags?["alpha_mode"] == "1", audio: audio,
      streamCount: max(file.format?.nbStreams ?? 0, file.streams?.count ?? 1), streamIndex: stream.index)
  }

  /// From the start to the end of the last picture. Sound that continues has its own end.
  private var duration: Double? {
    guard let first = times.times.first, let last = times.times.last else { return nil }
    let isLastKnown = times.end > last
    if isLastKnown || times.times.count > 1 {
      let end = isLastKnown ? times.end : last + (times.frameRate.map { 1 / $0 } ?? 0)
      return positive(end - min(start, first))
    }
    return positive(stream.duration?.saneNumber) ?? positive(file.format?.duration?.saneNumber) ?? stated.map { 1 / $0 }
  }

  /// In whole microseconds, ffprobe's precision.
  private func positive(_ seconds: Double?) -> Double? {
    seconds.map { ($0 * 1_000_000).rounded() / 1_000_000 }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The file's stated rate if packets confirm it, since it is the exact fraction; otherwise theirs.
  private var frameRate: Double? {
    guard let measured = times.frameRate ?? duration.map({ Double(times.times.count) / $0 }) else { return stated }
    let rate = min(measured, Self.highestRate)
    return stated.flatMap { abs($0 - rate) < rate / 100 ? $0 : nil } ?? rate
  }

  private static let highestRate = 1000.0

  private var stated: Double? {
    stream.avgFrameRate?.saneFraction.flatMap { (0.001...Self.highestRate).contains($0) ? $0 : nil }
  }

  /// The aspect ratio of a pixel. Beyond 1:4 and 4:1 it is considered a mistake.
  private var pixelShape: Double {
    stream.sampleAspectRatio?.saneFraction.flatMap { (0.25...4).contains($0) ? $0 : nil } ?? 1
  }

  /// Clockwise. Angles other than quarter turns are ignored: players differ on them.
  private var rotation: Int {
    let angle = stream.sideDataList?.compactMap(\.rotation).first ?? 0
    guard angle.magnitude <= 360, angle % 90 == 0 else { return 0 }
    return (360 - angle) % 360
  }

  /// ffmpeg's codes for interlaced frames: the first field as coded and as shown. Progressive files that could have fields are
  /// `progressive`.
  private var isInterlaced: Bool { ["tt", "bb", "tb", "bt"].contains(stream.fieldOrder) }

  /// Players keep the height and scale the width.
  private static func size(_ coded: PixelSize, pixelShape: Double, rotation: Int) -> PixelSize {
    let size = PixelSize(width: max(1, Int((Double(coded.width) * pixelShape).rounded())), height: coded.height)
    return rotation % 180 == 0 ? size : size.transposed
  }

  private var color: ColorDescription {
    let transfer = [ColorDescription.TransferFunction.pq, .hlg, .linear].first { $0.filterName == stream.colorTransfer }
    let primaries = [ColorDescription.Primaries.bt2020, .displayP3].first { $0.filterName == stream.colorPrimaries }
    return ColorDescription(
      transfer: transfer ?? .standard, primaries: stream.colorPrimaries == "smpte431" ? .displayP3 : primaries ?? .bt709
    )
  }

  /// RGB's matrix is ignored: pixels are not RGB.
  private var colorMatrix: String? {
    stream.colorSpace.flatMap { ["unknown", "reserved", "gbr"].contains($0) ? nil : $0 }
  }

  private var sampleBits: Int? {
    stream.bitsPerRawSample.flatMap { Int($0) }.flatMap { (1...32).contains($0) ? $0 : nil }
  }

  private var audio: Video.Audio? {
    guard let sound = file.sound, let codec = sound.codecName, let rate = sound.sampleRate?.saneNumber, rate >= 1 else {
      return nil
    }
    return Video.Audio(
      codec: codec, codecProfile: sound.profile, channelCount: sound.channels ?? 1, sampleRate: Int(rate),
      bitRate: sound.bitRate?.saneNumber.flatMap { $0 >= 1 ? Int($0) : nil }, streamIndex: sound.index, end: soundEnd,
      hasHiddenSound: soundTimes?.hidesMore(than: 12) ?? false)
  }

  private var soundEnd: Double? {
    guard let soundTimes, let first = times.times.first, !soundTimes.times.isEmpty else { return nil }
    return positive(soundTimes.end - min(start, first))
  }
}

/// ffmpeg's name of a pixel format, such as `yuva420p10le`.
struct PixelFormatName {
  let name: String

  /// Whether there is an alpha channel; its samples may all be opaque.
  var hasAlpha: Bool {
    ["yuva", "rgba", "bgra", "argb", "abgr", "gbrap", "ya8", "ya16", "ayuv", "vuya"].contains { name.hasPrefix($0) }
  }

  /// Bits in each sample, if the name says: the number at its end, before the byte order.
  var bitDepth: Int? {
    if ["rgb48", "bgr48", "rgba64", "bgra64", "ayuv64"].contains(where: { name.hasPrefix($0) }) { return 16 }
    guard !["nv12", "nv16", "nv21", "nv24", "nv42"].contains(name) else { return 8 }
    let core = name.hasSuffix("le") || name.hasSuffix("be") ? String(name.dropLast(2)) : name
    return [9, 10, 12, 14, 16].first { bits in
      core == "p0\(bits)" || ["p", "gray", "ya", "x2rgb", "x2bgr"].contains { core.hasSuffix("\($0)\(bits)") }
    }
  }
}

/// ffprobe's output about a file, unchecked, by its names (in snake case there).
struct ProbedFile: Decodable {
  var streams: [Stream]?
  var format: Format?

  struct Format: Decodable {
    var nbStreams: Int?
    var duration: String?
    var startTime: String?
  }

  struct Stream: Decodable {
    var index: Int
    var codecType: String?
    var codecName: String?
    var profile: String?
    var width: Int?
    var height: Int?
    var sampleAspectRatio: String?
    var pixFmt: String?
    var fieldOrder: String?
    var bitsPerRawSample: String?
    var colorSpace: String?
    var colorTransfer: String?
    var colorPrimaries: String?
    var avgFrameRate: String?
    var duration: String?
    var nbFrames: String?
    var channels: Int?
    var sampleRate: String?
    var bitRate: String?
    var disposition: [String: Int]?
    var tags: [String: String]?
    var sideDataList: [SideData]?
  }

  struct SideData: Decodable {
    /// In degrees, anticlockwise.
    var rotation: Int?
  }

  /// The values that are read, for `-show_entries`.
  static let entries = [
    "format=nb_streams,duration,start_time",
    "stream=index,codec_type,codec_name,profile,width,height,sample_aspect_ratio,pix_fmt,field_order,bits_per_raw_sample,"
      + "color_space,color_transfer,color_primaries,avg_frame_rate,duration,nb_frames,channels,sample_rate,bit_rate",
    "stream_disposition=attached_pic", "stream_tags=alpha_mode", "stream_side_data=rotation",
  ].joined(separator: ":")
}

extension ProbedFile {
  /// Nil if the text is not ffprobe's JSON.
  init?(json: [UInt8]) {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    guard let file = try? decoder.decode(ProbedFile.self, from: Data(json)) else { return nil }
    self = file
  }

  /// The first stream of pictures, except a song's cover picture.
  var pictures: Stream? {
    streams?.first { $0.codecType == "video" && $0.disposition?["attached_pic"] != 1 && $0.index >= 0 }
  }

  /// The first stream of sound that can be decoded.
  var sound: Stream? {
    streams?.first { $0.codecType == "audio" && $0.codecName != nil && $0.index >= 0 && $0.channels ?? 0 > 0 }
  }
}

extension String {
  /// The number in it; nil if it is not a number, infinite, or unrealistically large.
  var saneNumber: Double? { Double(self).flatMap { $0.isFinite && abs($0) < 1e12 ? $0 : nil } }

  /// The value of a fraction such as `30000/1001` or `16:11`; nil unless both numbers are more than 0.
  var saneFraction: Double? {
    let parts = split { $0 == "/" || $0 == ":" }.compactMap { String($0).saneNumber }
    guard parts.count == 2, parts[0] > 0, parts[1] > 0 else { return nil }
    return parts[0] / parts[1]
  }
}
