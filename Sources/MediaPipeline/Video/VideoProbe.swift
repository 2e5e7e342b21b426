import Essentials
package import MediaFacts
package import PushDelivery

/// Gets a video's facts from ffprobe. Only headers are decoded, beyond what ffprobe needs to identify a codec.
package struct VideoProbe: Sendable {
  let path: String
  let format: VideoFormat
  let limits: SourceLimits

  package init(path: String, format: VideoFormat, limits: SourceLimits) {
    (self.path, self.format, self.limits) = (path, format, limits)
  }

  /// The facts about the video. Its poster is not chosen yet.
  package func probe() async throws(MediaError) -> ProbedVideo {
    let boxes = try checkBoxes()
    let description = try await output(["-show_entries", ProbedFile.entries, "-of", "json=c=1"]).bytes
    guard let file = ProbedFile(json: description) else { throw damaged("ffprobe cannot describe it") }
    guard let stream = file.pictures else { throw .noPictures(format: format) }
    let size = PixelSize(width: stream.width ?? 0, height: stream.height ?? 0)
    guard size.width > 0, size.height > 0 else { throw damaged("it does not say how large its pictures are") }
    try limits.check(size, frameCount: nil)
    guard let codec = stream.codecName else {
      throw .unsupported(
        format: "\(format.displayName) with pictures in an unknown codec", hint: "export it as MP4 with H.264 and AAC")
    }
    let times = try await readPackets(of: stream)
    guard !times.times.isEmpty else { throw .noPictures(format: format) }
    // When sound is played, and how much is never played. Faulty packets only show when they are decoded, if the sound is wanted.
    let sound =
      if let sound = file.sound { try await output(Self.showingPackets(of: sound)).bytes } else { [UInt8]?.none }
    let soundTimes = sound.map(Self.times)
    let facts = VideoFacts(file: file, stream: stream, times: times, soundTimes: soundTimes)
    guard var video = facts.video(format: format, codec: codec, codedSize: size) else {
      throw damaged("it does not say how long it plays")
    }
    video.trailingByteCount = boxes?.trailingByteCount ?? 0
    // ffmpeg reports two colour channels for H.264 without colour.
    if boxes?.pictures?.coding?.configuration?.chromaFormat == 0 { video.pixelFormat = "gray" }
    try limits.check(video.size, frameCount: nil)
    return ProbedVideo(path: path, video: video, times: times, start: facts.start)
  }

  /// Gets an MP4 or QuickTime file's facts beyond ffprobe's.
  private func checkBoxes() throws(MediaError) -> MovieFacts? {
    guard format.demuxer == "mov" else { return nil }
    let view = ByteView(try SourceReader.bytes(of: path, limit: limits.maximumBytes))
    let facts = MovieFacts(view)
    guard facts.pictures?.coding?.codec != "encv" else {
      throw .unsupported(format: "\(format.displayName) with encrypted pictures", hint: "export it without protection")
    }
    guard facts.pictures.map({ $0.rotation != nil }) ?? true else {
      throw .unsupported(
        format:
          "\(format.displayName) whose pictures are mirrored, scaled or sheared by a matrix, which players do differently,",
        hint: "export it upright: ffmpeg -i IN OUT.mp4 does")
    }
    if let hole = TransferHole(inMovie: view) { throw damaged(hole.words) }
    return facts
  }

  /// Containers may state wrong durations and rates; the packets show what a player gets.
  private func readPackets(of stream: ProbedFile.Stream) async throws(MediaError) -> PacketTimes {
    let result = try await output(Self.showingPackets(of: stream))
    let times = Self.times(result.bytes)
    let stated = stream.nbFrames?.saneNumber ?? 0
    // A few missing at the end are a recording's last moment.
    if times.packetCount < Self.mostPackets, stated > Double(times.packetCount) * 1.02 + 1 {
      throw damaged("truncated: it says that it has \(Int(stated)) pictures, and \(times.packetCount) are there")
    }
    if result.errorLines.contains(where: { $0.contains("ended prematurely") || $0.contains("partial file") }) {
      throw damaged("truncated: \(FFmpegErrorText.text(result.errorLines, path: path))")
    }
    return times
  }

  private static func showingPackets(of stream: ProbedFile.Stream) -> [String] {
    [
      "-select_streams", "\(stream.index)", "-show_entries", "packet=pts_time,dts_time,duration_time,flags",
      "-read_intervals", "%+#\(mostPackets)", "-of", "csv=p=0",
    ]
  }

  private static func times(_ output: [UInt8]) -> PacketTimes {
    let lines = output.split(separator: UInt8(ascii: "\n"))
    return PacketTimes(lines.compactMap { PacketTimes.Packet(csv: String(decoding: $0, as: UTF8.self)) })
  }

  /// Two and a half hours at 30 pictures a second. Longer videos are cut there: notifications do not play them.
  private static let mostPackets = 300_000
  /// ffprobe writes up to 60 bytes for a packet.
  private static let mostBytes = 1 << 25

  private func output(_ arguments: [String]) async throws(MediaError) -> (bytes: [UInt8], errorLines: [String]) {
    let input = FFmpegInput(path: path, format: format).arguments(["-max_pixels", "\(limits.maximumPixels)"])
    let (bytes, ending) = try await DecodingProgram.ffprobe.output(
      arguments + input, limit: Self.mostBytes,
      orThrow: damaged("it has more streams and packets than any real video"))
    guard ending.isSuccess else { throw ending.shortage ?? mediaError(ending.errorLines) }
    return (bytes, ending.errorLines)
  }

  /// Why ffprobe gave up.
  private func mediaError(_ errorLines: [String]) -> MediaError {
    let text = errorLines.joined(separator: "\n")
    if let size = text.firstMatch(of: /Picture size (\d{1,9})x(\d{1,9}) exceeds/) {
      let size = PixelSize(width: Int(size.1) ?? 0, height: Int(size.2) ?? 0)
      return .tooManyPixels(size: size, limit: limits.maximumPixels)
    }
    return damaged(FFmpegErrorText.text(errorLines, path: path))
  }

  private func damaged(_ detail: String) -> MediaError { .damaged(format: .video(format), detail: detail) }
}

extension MovieFacts {
  fileprivate var pictures: MovieTrack? { tracks.first { $0.handler == "vide" } }
}

/// A video and its pictures' times.
package struct ProbedVideo: Sendable {
  let path: String
  package var video: Video
  package let times: PacketTimes
  /// The start of the file's own times, in seconds: the video's moment 0.
  let start: Double
}

extension PacketTimes.Packet {
  /// One line of ffprobe: time, decoding time, duration, flags; `N/A` for unknown values.
  fileprivate init?(csv line: String) {
    let fields = line.split(separator: ",", omittingEmptySubsequences: false)
    guard fields.count >= 4 else { return nil }
    let numbers = fields.prefix(3).map { String($0).saneNumber }
    self.init(
      time: numbers[0], decodeTime: numbers[1], duration: numbers[2], isKey: fields[3].contains("K"),
      isHidden: fields[3].contains("D"))
  }
}
