import PushDelivery

extension AnswerShape {
  /// Whether the row's word on Android is true of what was loaded.
  ///
  /// Java knows fewer formats than Android. Of the others, and of what a version of Android may not decode, all that can be compared
  /// is that the bytes came.
  public func isTrue(of outcome: AndroidDownload.Outcome) -> Bool {
    switch (android.shows, outcome) {
    case (.yes, .picture): true
    case (.yes, .bytes(let count)): !picture.isKnownToJava && count > 0
    case (.yes, .failure), (.depends, .failure): false
    case (.depends, _): true
    case (.no, .picture): false
    case (.no, .bytes): true
    // What fails by its bytes has to get that far.
    case (.no, .failure): !Set(android.sources).isSubset(of: [.bitmap, .androidFormats])
    }
  }

  /// That of the answer that counts.
  private var picture: ShapeAnswer.Picture { answers.last { $0.picture != .none }?.picture ?? .none }
}

extension ShapeAnswer.Picture {
  /// Whether javax.imageio decodes it, as Android does.
  fileprivate var isKnownToJava: Bool { [.jpeg, .endless, .png, .gif, .bmp].contains(self) }
}
