import Cyaml

/// Reads a YAML text event by event, by libyaml.
///
/// libyaml keeps no values and follows no aliases, so nesting only costs a few bytes of memory per level: the caller limits the depth.
/// It looks ahead at most 1024 characters of a line, so it is always fast, except for `%TAG` lines: each is compared with all others.
@safe public struct YAMLParser: ~Copyable {
  /// libyaml keeps both addresses, so they must not move.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let text: UnsafeMutableBufferPointer<UInt8>
  private var isAtEnd = false

  /// Begins at the start of a text, which it copies.
  ///
  /// - Parameter text: UTF-8 without a byte order mark.
  /// - Throws: `YAMLError` when out of memory.
  public init(_ text: Span<UInt8>) throws(YAMLError) {
    unsafe parser = .allocate(capacity: 1)
    unsafe self.text = .allocate(capacity: text.count)
    unsafe text.withUnsafeBufferPointer { unsafe _ = self.text.initialize(fromContentsOf: $0) }
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      unsafe parser.deallocate()
      unsafe self.text.deallocate()
      throw .noMemory
    }
    // Set, so that no text's first bytes make it UTF-16.
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, self.text.baseAddress, self.text.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe text.deallocate()
  }

  /// The next event; nil at the end of the text. An error is the last.
  ///
  /// - Throws: `YAMLError`.
  public mutating func next() throws(YAMLError) -> YAMLEvent? {
    while !isAtEnd {
      var event = unsafe yaml_event_t()
      guard unsafe yaml_parser_parse(parser, &event) == 1 else {
        isAtEnd = true
        throw error
      }
      defer { unsafe yaml_event_delete(&event) }
      if unsafe event.type == YAML_STREAM_END_EVENT { isAtEnd = true }
      if let event = unsafe YAMLEvent(event) { return event }
    }
    return nil
  }

  /// Why the last event was unreadable.
  private var error: YAMLError {
    switch unsafe parser.pointee.error {
    case YAML_READER_ERROR: unsafe YAMLError(problem, at: YAMLMark(ofByte: parser.pointee.problem_offset, in: text))
    case YAML_SCANNER_ERROR, YAML_PARSER_ERROR: unsafe YAMLError(problem, at: YAMLMark(parser.pointee.problem_mark))
    default: .noMemory
    }
  }

  /// The context, and the error in it.
  private var problem: String {
    let words = unsafe [parser.pointee.context, parser.pointee.problem]
    return unsafe words.compactMap { unsafe $0.map { unsafe String(cString: $0) } }.joined(separator: ", ")
  }
}

extension YAMLError {
  fileprivate static var noMemory: Self { YAMLError("there is no memory for the parser", at: nil) }
}

extension YAMLMark {
  fileprivate init(_ mark: yaml_mark_t) { self.init(line: mark.line + 1, column: mark.column + 1) }
}

extension YAMLEvent {
  /// Converts libyaml's event; nil for the beginning and the end of streams and documents.
  fileprivate init?(_ event: yaml_event_t) {
    guard let kind = unsafe withUnsafePointer(to: event, { unsafe Kind($0) }) else { return nil }
    let (anchor, tag) = unsafe withUnsafePointer(to: event) {
      unsafe (String(ofC: cyaml_anchor($0)), String(ofC: cyaml_tag($0)))
    }
    unsafe self.init(kind, anchor: anchor, tag: tag, at: YAMLMark(event.start_mark))
  }
}

extension YAMLEvent.Kind {
  fileprivate init?(_ event: UnsafePointer<yaml_event_t>) {
    switch unsafe event.pointee.type {
    case YAML_DOCUMENT_START_EVENT: self = .documentStart
    case YAML_DOCUMENT_END_EVENT: self = .documentEnd
    case YAML_ALIAS_EVENT: self = .alias(unsafe String(ofC: cyaml_alias(event)) ?? "")
    case YAML_SCALAR_EVENT:
      let bytes = unsafe UnsafeBufferPointer(start: cyaml_text(event), count: cyaml_text_length(event))
      self = unsafe .scalar(String(decoding: bytes, as: UTF8.self), isPlain: cyaml_is_plain(event) == 1)
    case YAML_SEQUENCE_START_EVENT: self = .sequenceStart
    case YAML_SEQUENCE_END_EVENT: self = .sequenceEnd
    case YAML_MAPPING_START_EVENT: self = .mappingStart
    case YAML_MAPPING_END_EVENT: self = .mappingEnd
    default: return nil
    }
  }
}

extension String {
  /// A text that ends with a zero, if any.
  fileprivate init?(ofC text: UnsafePointer<UInt8>?) {
    guard let text = unsafe text else { return nil }
    self = unsafe String(cString: text)
  }
}
