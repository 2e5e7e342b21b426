import Findings

/// The request of all messages of one shape, with places for their texts.
///
/// It is learnt from a message of which no rule has anything to say. For another one of its shape it asks the rules that look at texts
/// alone, and a message that might break one is left to those who ask all.
struct RequestTemplate: Sendable {
  private let composer: RequestComposer
  private let media: MessageMedia?
  private let texts: [MessageText]
  private let payload: PayloadTemplate
  private let facts: ShapeFacts
  private let rules: [TextRule]
  /// What the messages have in common.
  private let example: WrittenRequest
  /// nil where a form writes texts in a way of its own, so that it is asked each time.
  private let files: [FileTemplate]?
  private let line: TextTemplate?

  private struct FileTemplate: Sendable {
    let writer: RequestWriter
    let bytes: TextTemplate
    let headers: [String: String]
  }

  /// - Parameters:
  ///   - message: with the defaults applied.
  ///   - request: what came of it, without a word.
  /// - Returns: nil where the template does not give that very request.
  init?(_ message: CampaignMessage, media: MessageMedia?, _ request: ComposedRequest, _ composer: RequestComposer) {
    let texts = message.requestTexts
    var marked = message
    for (number, text) in texts.enumerated() { marked[text] = TextMark.text(number) }
    guard let document = composer.assemble(message, media: media)?.document,
      let form = composer.composeGood(marked, media: media),
      let payload = PayloadTemplate(marked, texts, estimate: { composer.assemble($0, media: media)?.payload }),
      // The rule about sizes looks at what is sent, and that is what was counted.
      (try? PayloadEstimate(of: request.message)) == request.payload
    else { return nil }
    (self.composer, self.media, self.texts, self.payload) = (composer, media, texts, payload)
    facts = ShapeFacts(document, message, linkKey: composer.settings.linkDataKey)
    rules = RequestRules.lookingAtTexts(isTrial: composer.settings.isTrial)
    example = WrittenRequest(request)
    let isJSON = composer.writers.allSatisfy(\.hasJSONTexts) && form.files.count == composer.writers.count
    files =
      isJSON
      ? zip(composer.writers, form.files).map { writer, file in
        FileTemplate(writer: writer, bytes: TextTemplate(file.bytes), headers: file.headers)
      } : nil
    line = form.files.contains(where: \.isBody) ? nil : TextTemplate(form.bodyLine())
    guard written(message) == example else { return nil }
  }

  /// The request of a message of this shape; nil where a rule may have something to say.
  func written(_ message: CampaignMessage) -> WrittenRequest? {
    var values: [String] = []
    values.reserveCapacity(texts.count)
    for text in texts {
      guard let value = message[text] else { return nil }
      values.append(value)
    }
    let escaped = values.map { value in
      var bytes: [UInt8] = []
      JSONText.append(value, to: &bytes)
      return bytes
    }
    let payload = payload.payload(values, escaped)
    let judged = RequestTexts(message, payload, facts)
    guard let id = MessageIdentifier(rawValue: message.id), rules.allSatisfy({ $0.isSurelyKept(judged) }) else {
      return nil
    }
    guard let files else { return composer.composeGood(message, media: media).map(WrittenRequest.init) }
    return WrittenRequest(
      id: id, target: message.target, payload: payload, assetURLs: example.assetURLs, proof: example.proof,
      files: files.map { file in
        ComposedRequest.File(
          form: file.writer.form, isValidateOnly: file.writer.isValidateOnly, path: file.writer.path(of: id),
          bytes: file.bytes.bytes(escaped), headers: file.headers)
      }, line: line?.bytes(escaped) ?? [], hasApplePicture: example.hasApplePicture)
  }
}

extension RequestRules {
  /// Those of the rules about texts that are looked at where requests are made.
  fileprivate static func lookingAtTexts(isTrial: Bool) -> [TextRule] {
    isTrial ? lookingAtTexts.filter { $0.rule != placeholder.description.id } : lookingAtTexts
  }
}
