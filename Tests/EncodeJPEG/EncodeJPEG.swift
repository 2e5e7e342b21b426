import Foundation
import JPEGEncoder
import TestSupport

/// `EncodeJPEG IN.ppm LIMIT OUT.jpg [CONSTANT=VALUE ...]` encodes one picture, with other constants where they are given, and says in
/// a line of JSON what that took: milliseconds for each stage, and kilobytes of memory where Linux tells. `EncodeJPEG constants` says
/// what constants there are and their values, as JSON.
@main struct EncodeJPEG {
  static func main() throws {
    let arguments = CommandLine.arguments
    if arguments.dropFirst() == ["constants"] { return print(try constants()) }
    guard arguments.count > 3, let limit = Int(arguments[2]), let tuning = tuning(arguments.dropFirst(4)),
      let picture = PortablePixmap(Array(try Data(contentsOf: URL(filePath: arguments[1]))))
    else {
      FileHandle.standardError.write(Data("usage: EncodeJPEG IN.ppm LIMIT OUT.jpg [CONSTANT=VALUE ...]\n".utf8))
      exit(2)
    }
    let before = kilobytes("VmRSS")
    let start = ContinuousClock.now
    let pixels = try JPEGPixels(
      width: picture.width, height: picture.height, layout: picture.channels == 1 ? .gray : .rgb,
      samples: picture.samples)
    let encoding = try JPEGCompressor(pixels, settings: JPEGSettings(), tuning: tuning).encode(atMost: limit)
    let total = ContinuousClock.now - start
    try Data(encoding.bytes).write(to: URL(filePath: arguments[3]))
    print(try line(encoding, total, before: before))
  }

  /// The constants with those that arguments change; nil where one of them is unknown, or no number.
  private static func tuning(_ arguments: ArraySlice<String>) -> Tuning? {
    var tuning = Tuning()
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, tuning[String(parts[0])] != nil, let value = Double(parts[1]) else { return nil }
      tuning[String(parts[0])] = value
    }
    return tuning
  }

  private static func constants() throws -> String {
    let values = Dictionary(uniqueKeysWithValues: Tuning.names.map { ($0, Tuning()[$0]) })
    return String(decoding: try JSONEncoder().encode(values), as: UTF8.self)
  }

  private static func line(_ encoding: JPEGEncoding, _ total: Duration, before: Int) throws -> String {
    var record: [String: any Encodable & Sendable] = [:]
    record["bytes"] = encoding.bytes.count
    record["chroma"] = encoding.chroma.rawValue
    record["scale"] = encoding.quantizationScale
    record["trials"] = encoding.times.trials
    record["total"] = milliseconds(total)
    for (stage, duration) in encoding.times.durations { record[stage.rawValue] = milliseconds(duration) }
    record["memory"] = kilobytes("VmHWM") - before
    let data = try JSONSerialization.data(withJSONObject: record, options: [.sortedKeys])
    return String(decoding: data, as: UTF8.self)
  }

  private static func milliseconds(_ duration: Duration) -> Double { (duration / .microseconds(1)).rounded() / 1000 }

  /// A figure of this process's memory; 0 without such a file.
  private static func kilobytes(_ key: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(key) } ?? ""
    return line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.first ?? 0
  }
}
