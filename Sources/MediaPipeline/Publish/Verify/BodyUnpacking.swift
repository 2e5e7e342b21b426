import Essentials
import Libraries
import PushDelivery
import SystemPackage

/// Undoes a body's `gzip` and `deflate` as one client does.
struct BodyUnpacking {
  let client: LoadingClient

  /// Whether these codings are decoded here, and not by libcurl.
  static func knows(_ layers: [String]) -> Bool { layers.allSatisfy(["gzip", "x-gzip", "deflate"].contains) }

  /// Replaces a packed file with its content.
  ///
  /// - Parameter layers: in the order in which it was packed.
  /// - Returns: `damaged`, with the file unchanged, if the client would refuse it.
  func unpack(_ path: String, _ layers: [String]) throws(HTTPError) -> LoadedBody.Unpacking {
    do throws(FileSystemError) {
      var bytes = try FileReading.bytes(of: path, limit: LoadedBody.mostBytes)
      for layer in layers.reversed() {
        guard let content = content(bytes, layer) else { return .damaged }
        bytes = content
      }
      try DurableFile.write(bytes, to: path, isDurable: false)
      return .done
    } catch {
      throw .file(code: error.code.rawValue)
    }
  }

  private func content(_ bytes: [UInt8], _ layer: String) -> [UInt8]? {
    guard layer != "deflate" else { return Gzip.content(ofDeflate: bytes.span, limit: LoadedBody.mostBytes) }
    guard let found = Gzip.content(ofGzip: bytes.span, limit: LoadedBody.mostBytes), accepts(found.soundness) else {
      return nil
    }
    return found.bytes
  }

  /// Android requires every byte to be right (okio, GzipSource). Chrome ignores bytes after the content and accepts truncated content
  /// (Chromium, net/filter/gzip_source_stream.cc). For Apple's systems only sound content is certain.
  private func accepts(_ soundness: Gzip.Soundness) -> Bool { soundness == .whole || client == .chrome }
}
