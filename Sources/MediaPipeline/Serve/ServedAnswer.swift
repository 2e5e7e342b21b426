import PushDelivery
import SystemPackage

/// What is answered to a request, with the file open that the answer may have a part of.
struct ServedAnswer: Sendable {
  let response: ServedResponse
  private let file: FileDescriptor?

  /// Looks into the folder. To be closed.
  init(to request: ServedRequest, from folder: ServedFolder) {
    let path = request.path
    let response = ServedResponse(to: request, content: path.map(folder.content) ?? .missing)
    guard case .part = response.body else {
      (self.response, file) = (response, nil)
      return
    }
    file = path.flatMap(folder.location).flatMap { try? FileReading.open($0) }
    // What has gone since the answer was made up has no bytes to send.
    self.response = file == nil ? ServedResponse(to: request, content: .missing) : response
  }

  init(to request: ServedRequest, refusal: RequestRefusal) {
    (response, file) = (ServedResponse(to: request, refusal: refusal), nil)
  }

  /// The next piece of a part of the file; nil when the file has become shorter.
  func piece(of part: Range<Int>) -> [UInt8]? {
    let range = part.lowerBound..<min(part.upperBound, part.lowerBound + Self.pieceSize)
    let bytes = file.flatMap { try? FileReading.bytes(of: $0, range) }
    return bytes?.count == range.count ? bytes : nil
  }

  func close() { try? file?.close() }

  /// What is in memory of a file at once: as much as a socket takes in a few calls.
  private static let pieceSize = 1 << 16
}
