import Findings

/// Values of the API as both Admin SDKs take them.
enum AdminValues {
  /// The durations of the SDKs are numbers of milliseconds.
  static func milliseconds(_ value: JSONValue, _ path: [String]) throws(FormatError) -> Int {
    guard let duration = value.text.flatMap(ProtobufDuration.init(rawValue:)) else {
      throw FormatError(path: path, reason: "it is no duration")
    }
    let (milliseconds, rest) = duration.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    guard rest == 0 else {
      throw FormatError(path: path, reason: "the SDK takes whole milliseconds")
    }
    return Int(duration.seconds) * 1000 + Int(milliseconds)
  }

  /// The moment, which must be a whole number of `nanoseconds`.
  static func timestamp(
    _ value: JSONValue, wholeNanoseconds: Int32, _ path: [String]
  ) throws(FormatError) -> ProtobufTimestamp {
    guard let timestamp = value.text.flatMap(ProtobufTimestamp.init(rawValue:)) else {
      throw FormatError(path: path, reason: "it is no moment of time")
    }
    guard timestamp.nanoseconds % wholeNanoseconds == 0 else {
      throw FormatError(path: path, reason: "the language's moments are less precise than this one")
    }
    return timestamp
  }

  /// A name of an enumeration as the SDKs have it: `PRIORITY_HIGH` is `high`.
  static func word(_ value: JSONValue, _ path: [String]) throws(FormatError) -> String {
    let word = (value.text ?? "").lowercased()
    guard !word.isEmpty, !word.hasSuffix("_unspecified") else {
      throw FormatError(path: path, reason: "the SDK has no word for this value")
    }
    return word.hasPrefix("priority_") ? String(word.dropFirst("priority_".count)) : word
  }

  /// A colour as `#rrggbbaa`: the SDKs have 256 steps for each channel.
  static func color(_ value: JSONValue, _ path: [String]) throws(FormatError) -> String {
    var digits = "#"
    for (channel, absent) in [("red", 0.0), ("green", 0), ("blue", 0), ("alpha", 1)] {
      let share = try number(value[channel] ?? .number(absent), path + [channel])
      let step = (min(max(share, 0), 1) * 255).rounded()
      guard Float(step / 255) == Float(share) else {
        throw FormatError(path: path + [channel], reason: "the SDK takes only multiples of 1/255 from 0 to 1")
      }
      digits += (step < 16 ? "0" : "") + String(Int(step), radix: 16)
    }
    return digits
  }

  /// A number, also one in quotes, as the API takes it.
  static func number(_ value: JSONValue, _ path: [String]) throws(FormatError) -> Double {
    switch value {
    case .integer(let number): return Double(number)
    case .number(let number): return number
    case .string(let text):
      if let number = Double(text), number.isFinite { return number }
    default: break
    }
    throw FormatError(path: path, reason: "it is no number")
  }

  /// The same where only whole numbers of 32 bits are taken.
  static func integer(_ value: JSONValue, _ path: [String]) throws(FormatError) -> Int {
    guard let number = Int32(exactly: try number(value, path)) else {
      throw FormatError(path: path, reason: "it is no whole number of 32 bits")
    }
    return Int(number)
  }

  /// The SDKs refuse arguments for a text that is not named.
  static func checkArguments(_ notification: JSONValue, _ path: [String]) throws(FormatError) {
    for part in ["title", "body"] {
      guard case .array(let arguments)? = notification["\(part)_loc_args"], !arguments.isEmpty else { continue }
      guard notification["\(part)_loc_key"]?.text?.isEmpty == false else {
        throw FormatError(path: path + ["\(part)_loc_args"], reason: "the SDK takes it only with \(part)_loc_key")
      }
    }
  }

  /// The SDKs take a blinking light whole.
  static func checkLight(_ light: JSONValue, _ path: [String]) throws(FormatError) {
    for part in ["color", "light_on_duration", "light_off_duration"] where (light[part] ?? .null) == .null {
      throw FormatError(path: path, reason: "the SDK takes it only with \(part)")
    }
  }
}
