import Essentials

/// ffprobe's output about a file, unchecked.
struct ProbedFile: Decodable {
  var streams: [Stream]?
  var format: Format?

  struct Format: Decodable {
    var streamCount: Int?
    var duration: String?
    var start: String?

    enum CodingKeys: String, CodingKey {
      case streamCount = "nb_streams"
      case start = "start_time"
      case duration
    }
  }

  struct Stream: Decodable {
    var index: Int
    var type: String?
    var codec: String?
    var profile: String?
    var width: Int?
    var height: Int?
    var pixelShape: String?
    var pixelFormat: String?
    var fieldOrder: String?
    var sampleBits: String?
    var matrix: String?
    var transfer: String?
    var primaries: String?
    var frameRate: String?
    var duration: String?
    var frameCount: String?
    var channelCount: Int?
    var sampleRate: String?
    var bitRate: String?
    var disposition: [String: Int]?
    var tags: [String: String]?
    var sideData: [SideData]?

    enum CodingKeys: String, CodingKey {
      case index, profile, width, height, duration, disposition, tags
      case type = "codec_type"
      case codec = "codec_name"
      case pixelShape = "sample_aspect_ratio"
      case pixelFormat = "pix_fmt"
      case fieldOrder = "field_order"
      case sampleBits = "bits_per_raw_sample"
      case matrix = "color_space"
      case transfer = "color_transfer"
      case primaries = "color_primaries"
      case frameRate = "avg_frame_rate"
      case frameCount = "nb_frames"
      case channelCount = "channels"
      case sampleRate = "sample_rate"
      case bitRate = "bit_rate"
      case sideData = "side_data_list"
    }
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
  /// The first stream of pictures, except a song's cover picture.
  var pictures: Stream? {
    streams?.first { $0.type == "video" && $0.disposition?["attached_pic"] != 1 && $0.index >= 0 }
  }

  /// The first stream of sound that can be decoded.
  var sound: Stream? {
    streams?.first { $0.type == "audio" && $0.codec != nil && $0.index >= 0 && $0.channelCount ?? 0 > 0 }
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
